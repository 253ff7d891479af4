import ArgumentParser
import MidenSwiftClient

extension Sync {
    /// Syncs until the task is cancelled, and writes events as they come.
    func runWatching() async throws {
        try global.format.check(for: EventAnswer.self)
        let console = Console.standard
        let progress = Progress(doing: "Watching the chain", console: console)
        let ticking = Task { await progress.keepCurrent() }
        defer {
            ticking.cancel()
            progress.finish()
        }
        let (format, interval) = (global.format, Duration.seconds(every ?? 10))
        let start = after.map(EventCursor.init(rawValue:))
        try await withWallet(console: console, progress: progress) { wallet, _ in
            let cursor: EventCursor
            if let start {
                cursor = start
            } else {
                cursor = try await wallet.newestEvent()
            }
            // Whoever mistyped an address is told at once; later on a connection may come and go.
            try await wallet.sync()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // The first one has just been.
                    try? await Task.sleep(for: interval)
                    try await wallet.keepSynced(every: interval)
                }
                group.addTask {
                    for try await event in wallet.events(after: cursor) {
                        if let text = try format.written(EventAnswer(event)) {
                            try console.answer(text)
                        }
                    }
                }
                // The first to end has failed, or was cancelled with everything.
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
}

/// Something that has happened.
struct EventAnswer: CommandAnswer {
    let cursor: String
    let recordedAt: String
    let kind: String
    @OrNull var blockNumber: UInt32?
    @OrNull var noteId: NoteID?
    @OrNull var transactionId: TransactionID?
    @OrNull var accountId: AccountID?
    @OrNull var discardReason: String?

    enum CodingKeys: CodingKey, CaseIterable {
        case cursor, recordedAt, kind, blockNumber, noteId, transactionId, accountId, discardReason
    }

    /// What people read, after the time.
    private let said: String

    init(_ event: WalletEvent) {
        cursor = event.cursor.rawValue
        recordedAt = event.recordedAt.text
        switch event.kind {
        case .synced(let block):
            kind = "synced"
            blockNumber = block
            said = "synced to block \(block)"
        case .noteArrived(let note):
            kind = "note_arrived"
            noteId = note
            said = "note \(note) arrived"
        case .noteConsumed(let note):
            kind = "note_consumed"
            noteId = note
            said = "note \(note) is consumed"
        case .transactionCommitted(let transaction, let account, let block):
            kind = "transaction_committed"
            (transactionId, accountId, blockNumber) = (transaction, account, block)
            said = "transaction \(transaction) is committed in block \(block)"
        case .transactionDiscarded(let transaction, let account, let reason):
            kind = "transaction_discarded"
            (transactionId, accountId, discardReason) = (transaction, account, reason.rawValue)
            said = "transaction \(transaction) is discarded: \(reason)"
        case .accountLocked(let account):
            kind = "account_locked"
            accountId = account
            said = "account \(account) is locked: the network has a newer state of it"
        }
    }

    var text: String { "\(recordedAt)  \(said)" }
}
