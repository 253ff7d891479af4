import MidenSilentNode
import MidenSwiftClient
import Testing

@Suite("A prover for one transaction", .timeLimit(.minutes(5)))
struct ProverPerCallTests {
    /// Nothing listens here.
    private static let nobody = MidenWallet.Prover.remote(url: "http://127.0.0.1:9", timeout: .seconds(5))

    @Test("Takes the place of the wallet's, for that transaction alone")
    func instead() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let first = try await wallet.paidNote(to: account, amount: 5)
            let refused = await #expect(throws: MidenError.self) {
                try await wallet.consumeNotes(accountId: account, noteIds: [first.noteId], prover: Self.nobody)
            }
            #expect(refused?.kind == .remoteProver && refused?.isRetryable == true)
            let refusedToo = await #expect(throws: MidenError.self) {
                try await wallet.consumeAllNotes(accountId: account, prover: Self.nobody)
            }
            #expect(refusedToo?.kind == .remoteProver)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [first.noteId], prover: .local)

            let payment = Payment(to: first.faucetId, faucetId: first.faucetId, amount: 1)
            let unsent = await #expect(throws: MidenError.self) {
                try await wallet.send(from: account, payments: [payment], prover: Self.nobody)
            }
            #expect(unsent?.kind == .remoteProver)
            let blocked = await #expect(throws: MidenError.self) {
                try await wallet.send(
                    from: account,
                    to: first.faucetId,
                    faucetId: first.faucetId,
                    amount: 1,
                    prover: .remoteWithLocalFallback(url: "prover.example")
                )
            }
            #expect(blocked?.kind == .invalidEndpoint)
            let sent = try await wallet.send(from: account, payments: [payment])
            #expect(sent.provenBy == .standIn)
            #expect(try await wallet.getTransactions().transactions.count == 2)
        }
    }

    @Test("One that takes the transaction and never answers costs its timeout and nothing else")
    func silent() async throws {
        let node = try SilentNode()
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 5)
            let before = try await WalletSnapshot(of: wallet)
            // If the prover's time were not used, it would be a minute, and the transaction's time would pass first.
            let error = await #expect(throws: MidenError.self) {
                try await wallet.consumeNotes(
                    accountId: account,
                    noteIds: [paid.noteId],
                    prover: .remote(url: node.address, timeout: .seconds(1)),
                    timeout: .seconds(55)
                )
            }
            #expect(error?.kind == .remoteProver && error?.isRetryable == true)
            #expect(error?.message.contains(node.address) == true)
            #expect(try await WalletSnapshot(of: wallet) == before)
            #expect(try await wallet.getTransactions().transactions.isEmpty)

            let consumed = try await wallet.consumeAllNotes(
                accountId: account,
                prover: .remoteWithLocalFallback(url: node.address, timeout: .seconds(1))
            )
            #expect(consumed.provenBy == [.local] && consumed.noteIds == [paid.noteId] && consumed.failures.isEmpty)
            #expect(try await wallet.getBalance(accountId: account).balance(for: paid.faucetId) == 5)
            #expect(try await wallet.getTransactions().transactions.map(\.id) == consumed.transactionIds)
        }
        withExtendedLifetime(node) {}
    }
}
