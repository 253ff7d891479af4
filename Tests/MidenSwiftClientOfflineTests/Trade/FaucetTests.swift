import MidenSwiftClient
import Testing

@Suite("Faucets of one's own", .timeLimit(.minutes(5)))
struct FaucetTests {
    @Test("A faucet issues its token, and burns what it gets back")
    func supply() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let faucet = try await wallet.createFaucet(
                symbol: "GOLD",
                decimals: 3,
                maximumSupply: 1000,
                name: "Fool's gold",
                visibility: .private
            )
            let listed = try await wallet.getAccounts()
            #expect(listed.first { $0.id == faucet }?.kind == .fungibleFaucet)
            #expect(listed.first { $0.id == account }?.kind == .wallet)
            #expect(
                try await wallet.getFaucet(faucet)
                    == FaucetDetails(
                        id: faucet,
                        name: "Fool's gold",
                        symbol: "GOLD",
                        decimals: 3,
                        issued: 0,
                        maximumSupply: 1000
                    )
            )
            let minted = try await wallet.mint(from: faucet, to: account, amount: 600)
            try await wallet.sync()
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            let held = try await wallet.getBalance(accountId: account).fungibleAssets
            #expect(held.map(\.formatted) == ["0.6 GOLD"])

            let burned = try await wallet.burn(from: account, faucetId: faucet, amount: 250)
            try await wallet.sync()
            let note = try #require(try await wallet.getInputNotes(accountId: faucet).notes.first)
            #expect(note.id == burned.noteId && note.kind == .burn && note.isConsumable)
            try await wallet.consumeAllNotes(accountId: faucet)
            #expect(try await wallet.getFaucet(faucet).issued == 350)
        }
    }

    @Test("There are no more tokens than there may be, and none that cannot be")
    func refusals() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let before = try await wallet.getAccounts()
            for (symbol, decimals, supply) in [("gold", UInt8(0), Amount(5)), ("GOLD", 13, 5), ("GOLD", 0, 0)] {
                let error = try await #require(throws: MidenError.self) {
                    _ = try await wallet.createFaucet(symbol: symbol, decimals: decimals, maximumSupply: supply)
                }
                #expect(error.kind == .invalidToken && error.code == .invalidParameter)
            }
            #expect(try await wallet.getAccounts() == before)

            let faucet = try await wallet.createFaucet(symbol: "GOLD", decimals: 0, maximumSupply: 10)
            let snapshot = try await WalletSnapshot(of: wallet)
            let tooMuch = try await #require(throws: MidenError.self) {
                _ = try await wallet.mint(from: faucet, to: account, amount: 11)
            }
            #expect(tooMuch.kind == .supplyExceeded && tooMuch.code == .transactionSubmission)
            #expect(
                tooMuch.message == "Faucet \(faucet) cannot issue 11 GOLD: of 10 GOLD at most, 0 GOLD are issued."
            )
            let noFaucet = try await #require(throws: MidenError.self) {
                _ = try await wallet.mint(from: account, to: account, amount: 1)
            }
            #expect(noFaucet.kind == .notAFaucet && noFaucet.code == .accountOperation)
            let details = try await #require(throws: MidenError.self) { _ = try await wallet.getFaucet(account) }
            #expect(details.kind == .notAFaucet)
            #expect(try await WalletSnapshot(of: wallet) == snapshot)
            try await wallet.mint(from: faucet, to: account, amount: 10)
        }
    }

    @Test("A faucet pays its fees of what it was paid, and a preview says how much")
    func fees() async throws {
        try await withEmbeddedWallet(fee: 500) { wallet in
            let account = try await wallet.createWallet()
            let faucet = try await wallet.createFaucet(symbol: "GOLD", decimals: 0, maximumSupply: 10)
            let draft = TransactionDraft.mint(to: account, amount: 4)
            let error = try await #require(throws: MidenError.self) {
                _ = try await wallet.preview(draft, accountId: faucet)
            }
            #expect(error.kind == .insufficientFee && error.message.contains("Account \(faucet) cannot pay"))
            let fuel = try await wallet.paidNote(to: faucet, amount: 1_000_000)
            _ = try await wallet.consumeNotes(accountId: faucet, noteIds: [fuel.noteId])
            try await wallet.sync()
            let before = try await wallet.getBalance(accountId: faucet).balance(for: fuel.faucetId)
            let preview = try await wallet.preview(draft, accountId: faucet)
            #expect(preview.assetsOut.fungible.map(\.formatted) == ["4 GOLD"])
            #expect(preview.createdNotes.map(\.recipientId) == [account])
            let fee = try #require(preview.fee).amount
            let low = try await #require(throws: MidenError.self) {
                _ = try await wallet.mint(from: faucet, to: account, amount: 4, maximumFee: Amount(fee - 1))
            }
            #expect(low.kind == .feeAboveMaximum)
            try await wallet.mint(from: faucet, to: account, amount: 4, maximumFee: Amount(fee))
            #expect(try await wallet.getBalance(accountId: faucet).balance(for: fuel.faucetId) == before - fee)
        }
    }

    @Test("A network that takes everybody needs no invitation")
    func invitation() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let error = try await #require(throws: MidenError.self) {
                try await wallet.register(accountId: account, invitationCode: "code")
            }
            #expect(error.kind == .invitationNotNeeded && error.code == .accountOperation)
            let checked = try await #require(throws: MidenError.self) {
                _ = try await wallet.checkInvitation(code: "code")
            }
            #expect(checked.kind == .invitationNotNeeded && checked.message.contains("takes every account"))
        }
    }
}
