import Testing

@testable import MidenSwiftClient

@Suite("Requests with a reference", .timeLimit(.minutes(5)))
struct ReferenceTests {
    @Test("The same request is carried out once, from tasks at the same time too, and another one is refused")
    func once() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 1000)
            let consumed = try await wallet.consumeNotes(
                accountId: account,
                noteIds: [minted.noteId],
                reference: "income"
            )
            let again = try await wallet.consumeNotes(
                accountId: account,
                noteIds: [minted.noteId],
                reference: "income"
            )
            #expect(again == consumed)

            let payments = [Payment(to: account, faucetId: minted.faucetId, amount: 5)]
            async let one = wallet.send(from: account, payments: payments, reference: "order 7")
            async let two = wallet.send(from: account, payments: payments, reference: "order 7")
            let (first, second) = try await (one, two)
            #expect(first == second)
            let third = try await wallet.send(from: account, payments: payments, reference: "order 7")
            #expect(third == first)
            #expect(try await wallet.getBalance(accountId: account).balance(for: minted.faucetId) == 995)

            let others = [Payment(to: account, faucetId: minted.faucetId, amount: 6)]
            let error = try await #require(throws: MidenError.self) {
                _ = try await wallet.send(from: account, payments: others, reference: "order 7")
            }
            #expect(error.kind == .referenceUsed && error.transactionId == first.transactionId)
            let page = try await wallet.getTransactions(.init(reference: "order 7"))
            #expect(page.transactions.map(\.id) == [first.transactionId])
            #expect(page.transactions.map(\.reference) == ["order 7"])
        }
    }

    @Test("What came of a request is told without making its transaction")
    func outcome() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 1000)
            let draft = TransactionDraft.consume([minted.noteId])
            let before = try await wallet.getOutcome(of: draft, accountId: account, reference: "income")
            #expect(before == nil)
            #expect(try await wallet.getTransactions(.init(accountId: account)).transactions.isEmpty)
            let made = try await wallet.transact(draft, accountId: account, reference: "income")
            #expect(try await wallet.getOutcome(of: draft, accountId: account, reference: "income") == made)
            let other = TransactionDraft.burn(faucetId: minted.faucetId, amount: Amount(1))
            let error = try await #require(throws: MidenError.self) {
                _ = try await wallet.getOutcome(of: other, accountId: account, reference: "income")
            }
            #expect(error.kind == .referenceUsed)
        }
    }

    @Test("Consuming all goes on with what is left, and returns all transactions of the reference")
    func all() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 1000)
            let first = try await wallet.consumeAllNotes(accountId: account, reference: "income")
            #expect(first.noteIds == [minted.noteId])
            let second = try await wallet.paidNote(to: account, amount: 1)
            let third = try await wallet.paidNote(to: account, amount: 2)
            let all = try await wallet.consumeAllNotes(accountId: account, notesPerTransaction: 1, reference: "income")
            #expect(all.transactionIds.count == 3 && all.transactionIds.first == first.transactionIds.first)
            #expect(Set(all.noteIds) == [minted.noteId, second.noteId, third.noteId])
            let again = try await wallet.consumeAllNotes(accountId: account, reference: "income")
            #expect(again.transactionIds == all.transactionIds && again.noteIds == all.noteIds)
            #expect(first.earlierTransactionIds.isEmpty && again.earlierTransactionIds == all.transactionIds)
        }
    }
}
