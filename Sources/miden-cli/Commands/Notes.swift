import ArgumentParser
import MidenSwiftClient

/// `miden-cli notes`
struct Notes: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the notes that were sent to the wallet's accounts, or all there were.",
        discussion: """
            Shows what the wallet knows since its last sync: the notes that came in and are not consumed. ACCOUNT is the \
            account that can consume the note now.

            With --all-states, or any option about states, directions, times, blocks and pages, the notes that came in and \
            those that were made, whatever has become of them, newest first. Where there are more than fit on a page, the \
            answer ends with the cursor for --after.

            Example: miden-cli notes
            Example: miden-cli notes --account 0x5401ef36815e47d14b651e8e968153 --field note_id
            Example: miden-cli notes --all-states --limit 5
            Example: miden-cli notes --direction made --state committed --type private --json
            """
    )
    static let doing = "Reading the notes"
    static let makesWallet = false

    @Option(help: ArgumentHelp("Only what this account can consume, has consumed or made.", valueName: "account-id"))
    var account: String?

    @Flag(help: "All that came in or were made, whatever has become of them, in pages.")
    var allStates = false

    @Option(help: "Only those that came in, or those that were made: received or made.")
    var direction: NoteRecord.Direction?

    @Option(help: "Only those that have come so far: expected, committed, processing, consumed, discarded or invalid.")
    var state: NoteRecord.State?

    @Option(help: "Only those that are public, or private.")
    var type: NoteType?

    @Option(
        help: ArgumentHelp(
            "Only those the wallet learned of at this time or later, such as 2026-11-22 or 2026-11-22T10:00:00Z.",
            valueName: "time"
        )
    )
    var from: TimeOption?

    @Option(help: ArgumentHelp("Only those the wallet learned of before this time.", valueName: "time"))
    var before: TimeOption?

    @Option(help: ArgumentHelp("Only those in this block or a later one.", valueName: "block"))
    var fromBlock: UInt32?

    @Option(help: ArgumentHelp("Only those in a block before this one.", valueName: "block"))
    var beforeBlock: UInt32?

    @Option(help: "How many at most on a page, 1 to 500; 20 where not given.")
    var limit: Int?

    @Option(help: ArgumentHelp("Go on where a page ended.", valueName: "cursor"))
    var after: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if let limit, !(1...500).contains(limit) {
            throw ValidationError("--limit wants a number from 1 to 500.")
        }
    }

    /// Whether a page of all there were is meant.
    private var isPage: Bool {
        allStates || direction != nil || state != nil || type != nil || from != nil || before != nil || fromBlock != nil
            || beforeBlock != nil || limit != nil || after != nil
    }

    func answer(from wallet: MidenWallet) async throws -> NotesAnswer {
        let account = if let account { try await AccountID(named: account, in: wallet) } else { AccountID?.none }
        guard isPage else {
            let result = try await wallet.getInputNotes(accountId: account)
            return NotesAnswer(result, showsAccounts: account == nil)
        }
        let query = NoteQuery(
            accountId: account,
            direction: direction,
            state: state,
            type: type,
            recordedFrom: from?.date,
            recordedBefore: before?.date,
            blockFrom: fromBlock,
            blockBefore: beforeBlock
        )
        let cursor = after.map(HistoryCursor.init(rawValue:))
        return NotesAnswer(try await wallet.getNotes(query, after: cursor, limit: limit ?? 20))
    }
}

extension NoteRecord.Direction: ExpressibleByArgument {}
extension NoteRecord.State: ExpressibleByArgument {}
extension NoteType: ExpressibleByArgument {}

/// The notes that were asked for.
struct NotesAnswer: CommandAnswer {
    struct Entry: AnswerPart {
        let noteId: NoteID
        let direction: NoteRecord.Direction
        @OrNull var sender: AccountID?
        /// Whom it is for, or who has consumed it, as far as that can be told. In pages alone.
        @OrNull var recipient: AccountID?
        let type: NoteType
        let state: NoteRecord.State
        /// Not in pages.
        @OrNull var isAuthenticated: Bool?
        /// Not in pages.
        @OrNull var kind: InputNote.Kind?
        /// The terms of a swap. Not in pages.
        @OrNull var swap: SwapTermsAnswer?
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]
        /// Not in pages.
        let consumableBy: [AccountID]
        @OrNull var consumableAfterBlock: UInt32?
        /// What follows is in pages alone.
        @OrNull var blockNumber: UInt32?
        @OrNull var consumedInBlock: UInt32?
        @OrNull var recordedAt: String?
        @OrNull var transactionId: TransactionID?

        enum CodingKeys: CodingKey, CaseIterable {
            case noteId, direction, sender, recipient, type, state, isAuthenticated, fungibleAssets, nonFungibleAssets
            case consumableBy, consumableAfterBlock, blockNumber, consumedInBlock, recordedAt, transactionId
            case kind, swap
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self,
            .swap: SwapTermsAnswer.self,
        ]
    }

    let notes: [Entry]
    /// How many are listed.
    let totalCount: Int
    /// Nil in pages.
    @OrNull var consumableCount: Int?
    /// Where the next page begins.
    @OrNull var next: String?
    /// What the table says. The JSON says all of it.
    private let layout: Layout

    private enum Layout {
        case waiting(showsAccounts: Bool)
        case page
    }

    enum CodingKeys: CodingKey, CaseIterable {
        case notes, totalCount, consumableCount, next
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [.notes: Entry.self]

    init(_ result: InputNotesResult, showsAccounts: Bool) {
        layout = .waiting(showsAccounts: showsAccounts)
        notes = result.notes.map { note in
            Entry(
                noteId: note.id,
                direction: .received,
                sender: note.sender,
                type: note.type,
                state: NoteRecord.State(note.state),
                isAuthenticated: note.isAuthenticated,
                kind: note.kind,
                swap: note.swap.map(SwapTermsAnswer.init),
                fungibleAssets: note.fungibleAssets.map(AssetAnswer.init),
                nonFungibleAssets: note.nonFungibleAssets.map(UniqueAssetAnswer.init),
                consumableBy: note.consumableBy,
                consumableAfterBlock: note.consumableAfterBlock
            )
        }
        totalCount = result.totalCount
        consumableCount = result.consumableNotes.count
    }

    init(_ page: NotePage) {
        layout = .page
        notes = page.notes.map { note in
            let isMade = note.direction == .made
            return Entry(
                noteId: note.noteId,
                direction: note.direction,
                sender: isMade ? note.accountId : note.counterparty,
                recipient: isMade ? note.counterparty : note.accountId,
                type: note.type,
                state: note.state,
                fungibleAssets: note.assets.fungible.map(AssetAnswer.init),
                nonFungibleAssets: note.assets.nonFungible.map(UniqueAssetAnswer.init),
                consumableBy: [],
                blockNumber: note.blockNumber,
                consumedInBlock: note.consumedInBlock,
                recordedAt: note.recordedAt.text,
                transactionId: note.transactionId
            )
        }
        totalCount = notes.count
        next = page.next?.rawValue
    }

    var text: String {
        switch layout {
        case .waiting(let showsAccounts): waiting(showsAccounts: showsAccounts)
        case .page: page
        }
    }

    private var page: String {
        guard !notes.isEmpty else {
            return "There are no such notes."
        }
        let table = Table(
            columns: [
                .left("RECORDED"), .left("DIRECTION"), .left("STATE"), .left("TYPE"), .left("AMOUNT"), .left("OTHER"),
                .left("NOTE"),
            ],
            rows: notes.map(\.line)
        )
        return table.text + (next.map { "\nThere are more: --after \($0)" } ?? "")
    }

    private func waiting(showsAccounts: Bool) -> String {
        guard !notes.isEmpty else {
            return "There are no notes. If one was sent recently, `miden-cli sync` brings it."
        }
        let account: [Table.Column] = showsAccounts ? [.left("ACCOUNT")] : []
        return Table(
            columns: [.right("AMOUNT"), .left("TOKEN"), .left("TYPE"), .left("STATUS"), .left("FROM")] + account
                + [.left("NOTE")],
            rows: notes.flatMap { $0.rows(showsAccounts: showsAccounts) }
        ).text
    }
}

extension NotesAnswer.Entry {
    /// The note on one line.
    fileprivate var line: [String] {
        let unique = nonFungibleAssets.map { _ in "1 unique token" }
        let assets = (fungibleAssets.map(\.formatted) + unique).joined(separator: ", ")
        let other = (direction == .made ? recipient : sender)?.hex.abbreviated ?? "unknown"
        return [
            recordedAt ?? "", direction.rawValue, state.rawValue, type.rawValue, assets.isEmpty ? "nothing" : assets,
            other, noteId.hex,
        ]
    }

    /// A line for each asset; what is said of the note is in the first.
    fileprivate func rows(showsAccounts: Bool) -> [[String]] {
        let fungible = fungibleAssets.map { [$0.quantity, $0.unit] }
        let unique = nonFungibleAssets.map { ["1", "unique \($0.asset.abbreviated)"] }
        let assets = fungible + unique
        let accounts = showsAccounts ? [consumableBy.map(\.hex.abbreviated).joined(separator: ", ")] : []
        let of = [type.rawValue, status, sender?.hex.abbreviated ?? "unknown"] + accounts + [noteId.hex]
        let first = (assets.first ?? ["", "nothing"]) + of
        return [first] + assets.dropFirst()
    }

    private var status: String {
        if let swap {
            return "swap for \(swap.wants)"
        }
        if !consumableBy.isEmpty {
            return "consumable"
        }
        return consumableAfterBlock.map { "after block \($0)" } ?? state.rawValue
    }
}

extension String {
    /// An id's beginning and end, where it is only to be recognized.
    fileprivate var abbreviated: String {
        count > 16 ? "\(prefix(8))…\(suffix(4))" : self
    }
}

extension NoteRecord.State {
    /// The state of a note that waits.
    fileprivate init(_ state: InputNote.State) {
        switch state {
        case .expected: self = .expected
        case .committed: self = .committed
        case .processing: self = .processing
        }
    }
}
