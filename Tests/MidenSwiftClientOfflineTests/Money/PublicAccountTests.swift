import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Public accounts of anybody", .timeLimit(.minutes(5)))
struct PublicAccountTests {
    @Test("Are told as they are and as they were, with what was checked")
    func accounts() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 1_500_000)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])

            let unchecked = try await wallet.getPublicAccount(account)
            #expect(unchecked.id == account && unchecked.nonce == 1)
            #expect(unchecked.balance == (try await wallet.getBalance(accountId: account)))
            #expect(unchecked.verification.unchecked == [.chain] && !unchecked.verification.isComplete)
            #expect(unchecked.verification.syncHeight < unchecked.blockNumber)

            let block = try await wallet.sync().blockNumber
            let found = try await wallet.getPublicAccount(account, at: block)
            #expect(found.verification.isComplete && found.verification.checked.count == 4)
            #expect(found.balance == unchecked.balance && found.commitment == unchecked.commitment)
            #expect(found.commitment.count == 66 && found.vaultRoot.hasPrefix("0x"))

            try await wallet.send(from: account, to: minted.faucetId, faucetId: minted.faucetId, amount: 500_000)
            let newest = try await wallet.getPublicAccount(account)
            #expect(newest.balance.fungibleAssets.map(\.formatted) == ["1 MIDEN"])
            #expect(newest.nonce == 2 && newest.commitment != found.commitment)
            let before = try await wallet.getPublicAccount(account, at: block)
            #expect(before == found)
            // Whose account it is makes no difference.
            #expect(try await wallet.getPublicAccount(minted.faucetId).nonce > 0)
        }
    }

    @Test("Are refused where there is nothing to tell, each with its reason")
    func refusals() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(visibility: .private)
            let minted = try await wallet.paidNote(to: account, amount: 5)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            for _ in 0..<10 {
                _ = try await wallet.mint(to: account, amount: 1)
            }
            let nobody: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
            let cases: [(AccountID, UInt32?, MidenError.Kind)] = [
                (account, nil, .accountPrivate), (nobody, nil, .accountNotOnChain),
                (minted.faucetId, .max, .blockUnknown),
                (minted.faucetId, 1, .blockPruned),
            ]
            for (account, block, kind) in cases {
                let error = await #expect(throws: MidenError.self) {
                    try await wallet.getPublicAccount(account, at: block)
                }
                #expect(error?.kind == kind && error?.code == .lookup)
                #expect(kind != .accountPrivate || error?.message.contains("commitment 0x") == true)
            }
        }
    }
}
