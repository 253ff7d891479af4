import Atomics
import MidenSwiftClient
import Testing

@Suite("What a transaction would do, and what it may cost", .timeLimit(.minutes(5)))
struct PreviewTests {
    @Test("The fee that is said is the fee that is charged, and no more than allowed")
    func fee() async throws {
        try await withEmbeddedWallet(fee: 500) { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 1_000_000)
            let consuming = TransactionDraft.consume([minted.noteId])
            let before = try await WalletSnapshot(of: wallet)
            let preview = try await wallet.preview(consuming, accountId: account)
            #expect(try await WalletSnapshot(of: wallet) == before, "nothing has changed")
            #expect(preview.accountId == account && preview.consumedNotes == [minted.noteId])
            #expect(preview.assetsIn.fungible.map(\.formatted) == ["1 MIDEN"])
            #expect(preview.assetsOut.fungible.isEmpty && preview.createdNotes.isEmpty)
            let fee = try #require(preview.fee)
            #expect(fee.symbol == "MIDEN" && fee.faucetId == minted.faucetId)

            let error = try await #require(throws: MidenError.self) {
                _ = try await wallet.consumeNotes(
                    accountId: account,
                    noteIds: [minted.noteId],
                    maximumFee: Amount(fee.amount - 1)
                )
            }
            #expect(error.kind == .feeAboveMaximum && error.code == .transactionSubmission)
            let allowed = Amount(fee.amount - 1).formatted(decimals: 6)
            #expect(error.message.contains("would be \(fee.formatted), which is more than the \(allowed) MIDEN"))
            #expect(try await WalletSnapshot(of: wallet) == before, "nothing has changed")

            _ = try await wallet.consumeNotes(
                accountId: account,
                noteIds: [minted.noteId],
                maximumFee: Amount(fee.amount)
            )
            let left = 1_000_000 - fee.amount
            #expect(try await wallet.getBalance(accountId: account).balance(for: minted.faucetId) == left)

            let payments = [
                Payment(to: account, faucetId: minted.faucetId, amount: 7, noteType: .private),
                Payment(to: account, faucetId: minted.faucetId, amount: 8, reclaimHeight: 900, timelockHeight: 800),
            ]
            let sending = try await wallet.preview(.send(payments), accountId: account)
            #expect(sending.createdNotes.map(\.recipientId) == [account, account])
            #expect(sending.createdNotes.map(\.type) == [.private, .public])
            #expect(sending.createdNotes.map(\.reclaimHeight) == [nil, 900])
            #expect(sending.createdNotes.map(\.timelockHeight) == [nil, 800])
            #expect(sending.assetsOut.fungible.map(\.amount) == [15])
            let sent = try #require(sending.fee)
            try await wallet.send(from: account, payments: payments, maximumFee: Amount(sent.amount))
            let rest = left - 15 - sent.amount
            #expect(try await wallet.getBalance(accountId: account).balance(for: minted.faucetId) == rest)
        }
    }

    @Test("A chain without fees has none, and what cannot be done cannot be previewed")
    func refusals() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 5)
            #expect(try await wallet.preview(.consume([minted.noteId]), accountId: account).fee == nil)
            for (draft, kind) in [
                (TransactionDraft.consume([]), MidenError.Kind(rawValue: "no_notes_named")),
                (.send([]), .noPayments),
                (.send([Payment(to: account, faucetId: minted.faucetId, amount: 5)]), .insufficientBalance),
            ] {
                let error = try await #require(throws: MidenError.self) {
                    _ = try await wallet.preview(draft, accountId: account)
                }
                #expect(error.kind == kind)
            }
        }
    }

    @Test("A signer is not asked for a preview")
    func signer() async throws {
        let timesAsked = ManagedAtomic(0)
        let script = { (key: TestKey) in
            ScriptedSigner { request in
                timesAsked.wrappingIncrement(ordering: .relaxed)
                return try await key.signature(of: request.message)
            }
        }
        try await withSigningWallet(script) { made in
            let preview = try await made.wallet.preview(.consume([made.note]), accountId: made.account)
            #expect(preview.assetsIn.fungible.map(\.amount) == [1000])
            #expect(timesAsked.load(ordering: .relaxed) == 0)
            try await made.consume()
            #expect(timesAsked.load(ordering: .relaxed) == 1)
        }
    }
}
