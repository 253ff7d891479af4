import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("The history of transactions, in pages", .timeLimit(.minutes(5)))
struct TransactionHistoryTests {
    /// All transactions of a query, page by page, with something done between the pages.
    private func walk(
        _ wallet: MidenWallet,
        _ query: TransactionQuery = TransactionQuery(),
        limit: Int,
        between: () async throws -> Void = {}
    ) async throws -> [TransactionRecord] {
        var page = try await wallet.getTransactions(query, limit: limit)
        var all = page.transactions
        while let next = page.next {
            #expect(page.transactions.count == limit)
            try await between()
            page = try await wallet.getTransactions(query, after: next, limit: limit)
            #expect(!page.transactions.isEmpty)
            all += page.transactions
        }
        return all
    }

    @Test("Says what every transaction did, for two accounts that pay each other, with fees")
    func entries() async throws {
        try await withEmbeddedWallet(fee: 500) { wallet in
            #expect(try await wallet.getTransactions() == TransactionPage(transactions: []))
            let begun = Date(timeIntervalSinceNow: -1)
            let payer = try await wallet.createWallet()
            let payee = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: payer, amount: 1_500_000)
            let consumed = try await wallet.consumeNotes(accountId: payer, noteIds: [minted.noteId])
            let sent = try await wallet.send(from: payer, to: payee, faucetId: minted.faucetId, amount: 400_000)

            let pending = try await wallet.getTransactions().transactions
            #expect(pending.map(\.id) == [sent.transactionId, consumed])
            #expect(pending.allSatisfy { $0.state == .pending && $0.committedAt == nil })
            try await wallet.sync()
            let received = try await wallet.consumeNotes(accountId: payee, noteIds: [sent.noteId])
            try await wallet.sync()

            let history = try await wallet.getTransactions().transactions
            try #require(history.map(\.id) == [received, sent.transactionId, consumed])
            #expect(history.map(\.kind) == [.consume, .send, .consume])
            #expect(history.map(\.accountId) == [payee, payer, payer])
            #expect(history.map(\.counterparties) == [[payer], [payee], [minted.faucetId]])
            #expect(history.map(\.consumedNotes) == [[sent.noteId], [], [minted.noteId]])
            #expect(history.map(\.createdNotes) == [[], [sent.noteId], []])
            #expect(history.map { $0.assetsIn.fungible.map(\.formatted) } == [["0.4 MIDEN"], [], ["1.5 MIDEN"]])
            #expect(history.map { $0.assetsOut.fungible.map(\.formatted) } == [[], ["0.4 MIDEN"], []])
            for record in history {
                let fee = try #require(record.fee)
                #expect(fee.faucetId == minted.faucetId && fee.amount > 0 && fee.amount % 500 == 0)
                guard case .committed(let block) = record.state else {
                    Issue.record("\(record)")
                    continue
                }
                #expect(try await wallet.getTransaction(record.id).state == .committed(block: block))
                #expect(record.committedAt != nil)
                #expect(record.createdAt > begun && record.createdAt <= Date())
            }
            let paid = history.reduce(0) { $0 + ($1.fee?.amount ?? 0) }
            let left = try await wallet.getBalance(accountId: payer).balance(for: minted.faucetId)
            let there = try await wallet.getBalance(accountId: payee).balance(for: minted.faucetId)
            #expect(left + there + paid == 1_500_000)

            let queries: [(TransactionQuery, [TransactionID])] = [
                (.init(accountId: payee), [received]),
                (.init(kind: .send), [sent.transactionId]),
                (.init(accountId: payer, kind: .consume), [consumed]),
                (.init(state: .committed), history.map(\.id)),
                (.init(state: .pending), []),
                (.init(createdFrom: begun, createdBefore: .distantFuture), history.map(\.id)),
                (.init(createdBefore: begun), []),
                (.init(createdFrom: Date(timeIntervalSinceNow: 60)), []),
            ]
            for (query, expected) in queries {
                for limit in [1, 50] {
                    #expect(try await walk(wallet, query, limit: limit).map(\.id) == expected, "\(query)")
                }
            }
        }
    }

    @Test("Is the same after a restart, with the same cursors")
    func restart() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await wallet.createWallet()
        for amount in 1...3 as ClosedRange<UInt64> {
            let minted = try await wallet.paidNote(to: account, amount: Amount(amount))
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
        }
        let all = try await walk(wallet, limit: 1)
        #expect(all.map { $0.assetsIn.fungible.map(\.amount) } == [[3], [2], [1]])
        let next = try #require(try await wallet.getTransactions(limit: 1).next)
        try await wallet.shutdown()
        #expect(try directory.permissions(of: "embedded/store.sqlite3.history") == 0o600)

        let again = try MidenWallet(configuration: .embedded(in: directory))
        #expect(try await again.getTransactions(after: next).transactions == Array(all.dropFirst()))
        let second = try await again.getTransactions(after: next, limit: 1)
        #expect(second.transactions == [all[1]])
        try await again.shutdown()

        // It is a cache: without it, it is made anew, and the cursors are good as they were.
        try FileManager.default.removeItem(atPath: directory.path + "/embedded/store.sqlite3.history")
        let anew = try MidenWallet(configuration: .embedded(in: directory))
        #expect(try await walk(anew, limit: 2) == all)
        #expect(try await anew.getTransactions(after: next).transactions == Array(all.dropFirst()))
        try await anew.shutdown()
    }

    @Test("Has each of a thousand once, while new ones arrive between the pages")
    func growing() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 1)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            try await wallet.sync()
            try await wallet.fillHistory(count: 999)
            var arrived = 0
            let all = try await walk(wallet, limit: 200) {
                let minted = try await wallet.paidNote(to: account, amount: 1)
                _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
                arrived += 1
            }
            #expect(all.count == 1000 && Set(all.map(\.id)).count == 1000)
            #expect(arrived == 4)
            #expect(try await walk(wallet, limit: 500).count == 1004)
        }
    }

    @Test("Refuses cursors that are none, those of others, and sizes that cannot be")
    func refusals() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 1)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            try await wallet.sync()
            try await wallet.fillHistory(count: 1)
            let cursor = try #require(try await wallet.getTransactions(limit: 1).next)
            try await withEmbeddedWallet { other in
                for (wallet, cursor) in [
                    (other, cursor),
                    (wallet, HistoryCursor(rawValue: "")),
                    (wallet, HistoryCursor(rawValue: "garbage")),
                    (wallet, HistoryCursor(rawValue: String(cursor.rawValue.dropLast(3)))),
                ] {
                    let error = await #expect(throws: MidenError.self) {
                        try await wallet.getTransactions(after: cursor)
                    }
                    #expect(error?.kind == .invalidCursor && error?.code == .invalidParameter)
                    #expect(error?.message.hasPrefix("This cursor cannot be used: ") == true)
                }
            }
            for limit in [0, -1, 501, .max] {
                let error = await #expect(throws: MidenError.self) { try await wallet.getTransactions(limit: limit) }
                #expect(error?.kind == .invalidPageSize)
            }
            let stranger: AccountID = .of("0x5401ef36815e47d14b651e8e968153")
            #expect(try await wallet.getTransactions(.init(accountId: stranger)).transactions.isEmpty)
        }
    }
}
