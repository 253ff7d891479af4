import ArgumentParser
import MidenSwiftClient

/// `miden-cli sync`
struct Sync: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Catch up with the chain: new notes, and what has become of transactions.",
        discussion: """
            With --watch it goes on until Ctrl-C, and writes what happens as it happens: an event a line, with --json an object \
            a line. The cursor of the last one goes on after it, with --after. The first sync has to succeed; after it \
            the connection may come and go. The wallet is this command's meanwhile: another command on it waits, up to \
            its --timeout.

            Example: miden-cli sync --network testnet
            Example: miden-cli sync --watch --every 5 --json
            """
    )
    static let doing = "Catching up with the chain"

    @Flag(help: "Go on until interrupted, and write what happens.")
    var watch = false

    @Option(help: ArgumentHelp("How long to wait between two syncs. 10 where not given.", valueName: "seconds"))
    var every: Double?

    @Option(help: ArgumentHelp("Write also what has happened since then.", valueName: "cursor"))
    var after: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if !watch, every != nil || after != nil {
            throw ValidationError("--every and --after are of use with --watch only.")
        }
        if let every, !(every > 0 && every < 1e9) {
            throw ValidationError("--every wants a number of seconds, more than 0 and less than 1000000000.")
        }
    }

    mutating func run() async throws {
        if watch {
            try await runWatching()
        } else {
            try await runOnce()
        }
    }

    struct Answer: CommandAnswer {
        /// A transaction that will not be in a block.
        struct Discarded: AnswerPart {
            let transactionId: TransactionID
            let discardReason: String

            enum CodingKeys: CodingKey, CaseIterable {
                case transactionId, discardReason
            }

            init(_ discarded: SyncSummary.DiscardedTransaction) {
                transactionId = discarded.id
                discardReason = discarded.reason.rawValue
            }

            /// A line below the answer.
            var text: String {
                let reason = Transaction.DiscardReason(rawValue: discardReason)
                return "Transaction \(transactionId) is discarded, and its changes have been undone: \(reason)."
            }
        }

        let syncHeight: UInt32
        /// The notes that `consume --all` consumes.
        let consumableNoteCount: Int
        /// The notes that it leaves out.
        let leftOutNoteCount: Int
        /// The accounts of which the network has a newer state.
        let lockedAccountIds: [AccountID]
        /// The transactions that were given up.
        let discardedTransactions: [Discarded]
        /// The private notes from the note transport that were dropped.
        let refusedPrivateNoteCount: Int
        /// For people.
        private let leftOut: String?

        enum CodingKeys: CodingKey, CaseIterable {
            case syncHeight, consumableNoteCount, leftOutNoteCount, lockedAccountIds, discardedTransactions
            case refusedPrivateNoteCount
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.discardedTransactions: Discarded.self]

        init(_ summary: SyncSummary, notes: InputNotesResult, lockedAccountIds: [AccountID]) {
            syncHeight = summary.blockNumber
            discardedTransactions = summary.discardedTransactions.map(Discarded.init)
            refusedPrivateNoteCount = summary.refusedPrivateNoteCount
            self.lockedAccountIds = lockedAccountIds
            consumableNoteCount = notes.notesConsumedTogether.count
            leftOutNoteCount = notes.leftOutNotes.count
            leftOut = notes.leftOutNotes.compactMap(\.leftOut).summary
        }

        var text: String {
            lockedAccountIds.isEmpty ? progress : "\(progress)\n\n\(lockedAccountIds.lockedWarning)"
        }

        private var progress: String {
            let synced = "Synced to block \(syncHeight)."
            let wait = consumableNoteCount == 1 ? "waits" : "wait"
            let waiting =
                consumableNoteCount == 0
                ? "No notes wait to be consumed."
                : "\(consumableNoteCount.counted("note")) \(wait) to be consumed."
            let lines =
                ["\(synced) \(waiting)"] + discardedTransactions.map(\.text) + [leftOut, refused].compactMap { $0 }
            return lines.joined(separator: "\n")
        }

        private var refused: String? {
            guard refusedPrivateNoteCount > 0 else { return nil }
            let wasDropped = refusedPrivateNoteCount == 1 ? "was dropped: it is" : "were dropped: they are"
            return "\(refusedPrivateNoteCount.counted("private note")) from the note transport \(wasDropped) "
                + "unreadable or too large."
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let summary = try await wallet.sync()
        return Answer(
            summary,
            notes: try await wallet.getInputNotes(),
            lockedAccountIds: try await wallet.getAccounts().filter { $0.status == .locked }.map(\.id)
        )
    }
}
