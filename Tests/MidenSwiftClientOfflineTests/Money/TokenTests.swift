import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Tokens", .timeLimit(.minutes(5)))
struct TokenTests {
    @Test("Are met, added, hidden and shown, and stay so after a restart")
    func life() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        #expect(try await wallet.getTokens().isEmpty)
        let account = try await wallet.createWallet()
        let minted = try await wallet.paidNote(to: account, amount: 1_500_000)
        let tokens = try await wallet.getTokens()
        let miden = try #require(tokens.first)
        #expect(tokens.count == 1 && miden.id == minted.faucetId)
        #expect(miden.symbol == "MIDEN" && miden.decimals == 6 && miden.name == "MIDEN")
        #expect(!miden.isAdded && !miden.isHidden)
        let supply = try #require(miden.supply)
        #expect(supply.issued >= 1_500_000 && supply.issued <= supply.maximum && supply.block > 0)

        let hidden = try await wallet.setTokenHidden(minted.faucetId)
        #expect(hidden.isHidden)
        _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
        let balance = try await wallet.getBalance(accountId: account)
        #expect(balance.fungibleAssets.map(\.quantity) == [miden.amount(baseUnits: 1_500_000)])
        try await wallet.shutdown()

        let again = try MidenWallet(configuration: .embedded(in: directory))
        #expect(try await again.getTokens() == [hidden])
        #expect(try await again.setTokenHidden(minted.faucetId, false).isHidden == false)
        let added = try await again.addToken(minted.faucetId)
        #expect(added.isAdded)
        #expect(try await again.getTokens() == [added])
        try await again.shutdown()
    }

    @Test("What is no faucet is refused, each with its reason")
    func refusals() async throws {
        try await withEmbeddedWallet { wallet in
            let open = try await wallet.createWallet()
            let closed = try await wallet.createWallet(visibility: .private)
            for account in [open, closed] {
                let minted = try await wallet.paidNote(to: account, amount: 5)
                _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            }
            let nobody: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
            let cases: [(AccountID, MidenError.Kind)] = [
                (open, .noFaucet), (closed, .accountPrivate), (nobody, .accountNotOnChain),
            ]
            for (account, kind) in cases {
                let error = await #expect(throws: MidenError.self) { try await wallet.addToken(account) }
                #expect(error?.kind == kind && error?.code == .lookup)
            }
            let error = await #expect(throws: MidenError.self) { try await wallet.setTokenHidden(nobody) }
            #expect(error?.kind == .unknownToken)
            #expect(try await wallet.getTokens().count == 1)
        }
    }

    @Test("An amount of another token is not sent")
    func otherToken() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 5)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            let stranger = Amount(1, faucetId: AccountID.of("0x5401ef36815e47d14b651e8e968153"))
            let error = await #expect(throws: MidenError.self) {
                try await wallet.send(from: account, to: minted.faucetId, faucetId: minted.faucetId, amount: stranger)
            }
            #expect(error?.kind == .amountsDiffer)
            #expect(try await wallet.getTransactions().transactions.count == 1)
        }
    }
}
