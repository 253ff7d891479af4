import Foundation
import MidenSwiftClient
import Testing

@Suite("Events", .timeLimit(.minutes(5)))
struct EventTests {
    /// The events after a place, up to the newest there is now.
    private func told(_ wallet: MidenWallet, after cursor: EventCursor? = nil) async throws -> [WalletEvent] {
        let newest = try await wallet.newestEvent()
        var events: [WalletEvent] = []
        guard newest != cursor else {
            return events
        }
        for try await event in wallet.events(after: cursor) {
            events.append(event)
            if event.cursor == newest {
                break
            }
        }
        return events
    }

    /// Is paid and consumes, which the next sync will see.
    private func consume(_ wallet: MidenWallet, _ account: AccountID) async throws -> (NoteID, TransactionID) {
        let minted = try await wallet.paidNote(to: account, amount: 1)
        return (minted.noteId, try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId]))
    }

    @Test("Tell of notes, transactions and syncs in the order in which they happen")
    func order() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let (note, transaction) = try await consume(wallet, account)
            let height = try await wallet.sync().blockNumber
            let events = try await told(wallet)
            guard case .committed(let block) = try await wallet.getTransaction(transaction).state else {
                Issue.record("not committed")
                return
            }
            #expect(
                events.map(\.kind) == [
                    .noteArrived(note), .synced(block: height - 1),
                    .transactionCommitted(transaction, accountId: account, block: block), .noteConsumed(note),
                    .synced(block: height),
                ]
            )
            #expect(events.allSatisfy { abs($0.recordedAt.timeIntervalSinceNow) < 300 })
            // Nothing new is nothing to tell.
            try await wallet.sync()
            #expect(try await told(wallet) == events)
            for (index, event) in events.enumerated() {
                #expect(try await told(wallet, after: event.cursor) == Array(events.dropFirst(index + 1)))
            }
        }
    }

    @Test("Reach every reader that waits, and a reader that pauses holds up no other")
    func waiting() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            /// Reads until five transactions are committed, and pauses after the first event until a stream ends.
            func reader(pausing pause: AsyncStream<Void>) -> Task<[TransactionID], any Error> {
                Task {
                    var committed: [TransactionID] = []
                    for try await event in wallet.events() {
                        for await _ in pause {}
                        if case .transactionCommitted(let transaction, _, _) = event.kind {
                            committed.append(transaction)
                        }
                        if committed.count == 5 {
                            break
                        }
                    }
                    return committed
                }
            }
            let noPause = (0..<2).map { _ in AsyncStream<Void> { $0.finish() } }
            let (pause, end) = AsyncStream.makeStream(of: Void.self)
            let readers = noPause.map(reader)
            let pausing = reader(pausing: pause)
            var made: [TransactionID] = []
            for _ in 0..<5 {
                made.append(try await consume(wallet, account).1)
                try await wallet.sync()
            }
            for reader in readers {
                #expect(try await reader.value == made)
            }
            end.finish()
            #expect(try await pausing.value == made)
        }
    }

    @Test("Go on where a reader was, after a restart in the middle, and none is missed or told twice")
    func restart() async throws {
        let directory = try TemporaryDirectory()
        var wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await wallet.createWallet()
        for _ in 0..<3 {
            _ = try await consume(wallet, account)
            try await wallet.sync()
        }
        let all = try await told(wallet).filter { !$0.isSync }
        #expect(all.count == 9)

        var cursor: EventCursor?
        var read: [WalletEvent] = []
        var round = 0
        while read.count < 12 {
            // One event in each life of the process, and a transaction in the middle.
            for try await event in wallet.events(after: cursor) {
                cursor = event.cursor
                if !event.isSync {
                    read.append(event)
                    break
                }
            }
            if round == 5 {
                _ = try await consume(wallet, account)
            }
            try await wallet.shutdown()
            wallet = try MidenWallet(configuration: .embedded(in: directory))
            if round == 6 {
                try await wallet.sync()
            }
            round += 1
        }
        #expect(Array(read.prefix(9)) == all)
        #expect(read == (try await told(wallet).filter { !$0.isSync }))
        #expect(Set(read).count == 12)
        try await wallet.shutdown()
    }

    @Test("End with their task and with the wallet")
    func ends() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        try await wallet.sync()
        let begun = AsyncStream<Void>.makeStream()
        let reader = {
            Task {
                var count = 0
                for try await _ in wallet.events() {
                    count += 1
                    begun.continuation.yield()
                }
                return count
            }
        }
        var reads = begun.stream.makeAsyncIterator()
        let cancelled = reader()
        await reads.next()
        cancelled.cancel()
        #expect(try await cancelled.value == 1)
        let left = reader()
        await reads.next()
        try await wallet.shutdown()
        #expect(try await left.value == 1)
        // Of a wallet that is closed there are none.
        #expect(try await reader().value == 0)
    }

    @Test("Refuse a cursor that is none, and one of another wallet")
    func refusals() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.sync()
            let cursor = try await wallet.newestEvent()
            try await withEmbeddedWallet { other in
                for (wallet, cursor) in [(other, cursor), (wallet, EventCursor(rawValue: "garbage"))] {
                    let error = await #expect(throws: MidenError.self) {
                        for try await _ in wallet.events(after: cursor) {}
                    }
                    #expect(error?.kind == .invalidCursor)
                }
            }
        }
    }
}

extension WalletEvent {
    fileprivate var isSync: Bool {
        if case .synced = kind { true } else { false }
    }
}
