import Foundation
import MidenSwiftClient
import Testing

@Suite("The history of notes, in pages", .timeLimit(.minutes(5)))
struct NoteHistoryTests {
    private func walk(_ wallet: MidenWallet, _ query: NoteQuery = NoteQuery(), limit: Int) async throws -> [NoteRecord]
    {
        var page = try await wallet.getNotes(query, limit: limit)
        var all = page.notes
        while let next = page.next {
            #expect(page.notes.count == limit)
            page = try await wallet.getNotes(query, after: next, limit: limit)
            all += page.notes
        }
        return all
    }

    @Test("Follows notes between two accounts from their making to their end")
    func entries() async throws {
        try await withEmbeddedWallet(fee: 500) { wallet in
            #expect(try await wallet.getNotes() == NotePage(notes: []))
            let begun = Date(timeIntervalSinceNow: -1)
            let payer = try await wallet.createWallet()
            let payee = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: payer, amount: 1_500_000)
            let consumed = try await wallet.consumeNotes(accountId: payer, noteIds: [minted.noteId])
            let sent = try await wallet.send(
                from: payer,
                to: payee,
                faucetId: minted.faucetId,
                amount: 400_000,
                noteType: .private
            )
            let made = NoteQuery(direction: .made)
            let pending = try #require(try await wallet.getNotes(made).notes.first)
            #expect(pending.noteId == sent.noteId && pending.state == .expected && pending.blockNumber == nil)
            #expect(pending.accountId == payer && pending.counterparty == payee && pending.type == .private)
            #expect(pending.transactionId == sent.transactionId)
            #expect(pending.assets.fungible.map(\.formatted) == ["0.4 MIDEN"])
            #expect(try await wallet.note(sent.noteId) == pending)
            try await wallet.sync()
            #expect(try await wallet.getNotes(made).notes.map(\.state) == [.committed])
            _ = try await wallet.consumeNotes(accountId: payee, noteIds: [sent.noteId])
            try await wallet.sync()

            let all = try await wallet.getNotes().notes
            try #require(all.count == 3)
            #expect(all.allSatisfy { $0.state == .consumed && $0.blockNumber != nil })
            // Of what a sync has brought it is the time of the block, which is none of our days on this chain.
            #expect(pending.recordedAt > begun && pending.recordedAt < Date(timeIntervalSinceNow: 1))
            let came = try #require(all.first { $0.noteId == minted.noteId })
            #expect(came.direction == .received && came.accountId == payer && came.counterparty == minted.faucetId)
            #expect(came.transactionId == consumed && came.consumedInBlock != nil && came.type == .public)
            for entry in [came, try #require(all.first { $0.noteId == sent.noteId && $0.direction == .received })] {
                #expect(try await wallet.note(entry.noteId) == entry)
            }
            let nowhere = try NoteID("0x" + String(repeating: "7", count: 64))
            let unknown = try await #require(throws: MidenError.self) { try await wallet.note(nowhere) }
            #expect(unknown.kind == .unknownNote && unknown.code == .noteOperation)
            let queries: [(NoteQuery, Int)] = [
                (.init(accountId: payer), 2), (.init(accountId: payee), 1), (.init(direction: .received), 2),
                (.init(state: .consumed), 3), (.init(state: .committed), 0), (.init(type: .private), 2),
                (.init(kind: .payment), 3), (.init(kind: .swap), 0),
                (.init(recordedBefore: .distantFuture), 3), (.init(recordedFrom: .distantFuture), 0),
                (.init(blockFrom: came.blockNumber.map { $0 + 1 }), 2), (.init(blockBefore: 1), 0),
            ]
            for (query, count) in queries {
                for limit in [1, 2, 50] {
                    let found = try await walk(wallet, query, limit: limit)
                    #expect(found.count == count && Set(found).isSubset(of: all), "\(query)")
                }
            }
            #expect(try await walk(wallet, limit: 1) == all)
            let first = try await wallet.getNotes(limit: 2)
            #expect(first.notes == Array(all.prefix(2)))
        }
    }

    @Test("Refuses the cursors of transactions, those of others, and sizes that cannot be")
    func refusals() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            for _ in 0..<2 {
                let minted = try await wallet.paidNote(to: account, amount: 1)
                _ = try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
            }
            let cursor = try #require(try await wallet.getNotes(limit: 1).next)
            let other = try #require(try await wallet.getTransactions(limit: 1).next)
            try await withEmbeddedWallet { stranger in
                for (wallet, cursor) in [(wallet, other), (stranger, cursor), (wallet, HistoryCursor(rawValue: "x"))] {
                    let error = await #expect(throws: MidenError.self) { try await wallet.getNotes(after: cursor) }
                    #expect(error?.kind == .invalidCursor)
                }
            }
            for limit in [0, 501, -1] {
                let error = await #expect(throws: MidenError.self) { try await wallet.getNotes(limit: limit) }
                #expect(error?.kind == .invalidPageSize)
            }
        }
    }
}
