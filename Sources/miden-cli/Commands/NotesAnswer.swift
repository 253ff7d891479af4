import MidenSwiftClient

/// The notes that were asked for.
struct NotesAnswer: CommandAnswer {
    struct Entry: AnswerPart {
        let noteId: NoteID
        let direction: NoteRecord.Direction
        @OrNull var sender: AccountID?
        /// Whom it is for, or who has consumed it, as far as that can be told. Of the history alone.
        @OrNull var recipient: AccountID?
        let type: NoteType
        let state: NoteRecord.State
        /// Where the wallet has more of the note than a commitment.
        @OrNull var kind: NoteKind?
        /// Of notes that wait alone, as the three below.
        @OrNull var isAuthenticated: Bool?
        /// The terms of a swap.
        @OrNull var swap: SwapTermsAnswer?
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]
        let consumableBy: [AccountID]
        @OrNull var consumableAfterBlock: UInt32?
        /// The faucet whose code runs when an account takes what it carries.
        var callbackFaucetId: AccountID?
        /// Why it is not known which accounts can consume it.
        @OrNull var unverified: InputNote.UnverifiedReason?
        /// Why `consume --all` leaves it out.
        @OrNull var leftOut: InputNote.LeftOutReason?
        /// Of the history alone, as what follows.
        @OrNull var blockNumber: UInt32?
        @OrNull var consumedInBlock: UInt32?
        @OrNull var recordedAt: String?
        @OrNull var transactionId: TransactionID?

        enum CodingKeys: CodingKey, CaseIterable {
            case noteId, direction, sender, recipient, type, state, kind, isAuthenticated, fungibleAssets,
                nonFungibleAssets
            case consumableBy, consumableAfterBlock, callbackFaucetId, unverified, leftOut
            case blockNumber, consumedInBlock, recordedAt, transactionId
            case swap
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
    /// What is in the one note that was asked for, where that is known.
    @OrNull var contents: NoteContentsAnswer?
    /// Why notes of the list are unverified. For people.
    private var unverified: [InputNote.UnverifiedReason] = []
    /// What the table says. The JSON says all of it.
    private let layout: Layout

    private enum Layout {
        case waiting(showsAccounts: Bool)
        case page
        case one
    }

    enum CodingKeys: CodingKey, CaseIterable {
        case notes, totalCount, consumableCount, next, contents
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [.notes: Entry.self, .contents: NoteContentsAnswer.self]

    init(_ result: InputNotesResult, showsAccounts: Bool) {
        layout = .waiting(showsAccounts: showsAccounts)
        notes = result.notes.map { Entry($0) }
        totalCount = result.totalCount
        consumableCount = result.notesConsumedTogether.count
        unverified = result.unverifiedNotes.compactMap(\.unverified)
    }

    init(_ page: NotePage) {
        layout = .page
        notes = page.notes.map { Entry($0) }
        totalCount = notes.count
        next = page.next?.rawValue
    }

    /// All that is known of one note: its records, two where it is between accounts of this wallet, and what is told of
    /// one that waits.
    init(records: [NoteRecord], waiting: InputNote?, contents: NoteContentsAnswer?) {
        layout = .one
        notes = records.isEmpty ? waiting.map { [Entry($0)] } ?? [] : records.map { Entry($0, waiting: waiting) }
        totalCount = notes.count
        self.contents = contents
    }

    var text: String {
        switch layout {
        case .waiting(let showsAccounts): waiting(showsAccounts: showsAccounts)
        case .page: page
        case .one:
            (notes.map(\.facts) + [contents?.text ?? Table.facts([("script", "not known")])]).joined(separator: "\n\n")
        }
    }

    private var page: String {
        guard !notes.isEmpty else {
            return "There are no such notes."
        }
        let table = Table(
            columns: [
                .left("RECORDED"), .left("DIRECTION"), .left("STATE"), .left("TYPE"), .left("KIND"), .left("AMOUNT"),
                .left("FAUCET"), .left("OTHER"), .left("NOTE"),
            ],
            rows: notes.flatMap(\.rowsOfPage)
        )
        return table.text + (next.map { "\nThere are more: --after \($0)" } ?? "")
    }

    private func waiting(showsAccounts: Bool) -> String {
        guard !notes.isEmpty else {
            return "There are no notes. If one was sent recently, `miden-cli sync` brings it."
        }
        let account: [Table.Column] = showsAccounts ? [.left("ACCOUNT")] : []
        return Table(
            columns: [
                .right("AMOUNT"), .left("TOKEN"), .left("FAUCET"), .left("TYPE"), .left("STATUS"), .left("FROM"),
            ] + account + [.left("NOTE")],
            rows: notes.flatMap { $0.rows(showsAccounts: showsAccounts) }
        ).text + unverifiedSummary + callbackSummary
    }

    /// A line for each faucet whose code would run.
    private var callbackSummary: String {
        let faucets = Dictionary(grouping: notes.compactMap(\.callbackFaucetId)) { $0.hex }.sorted { $0.key < $1.key }
        return faucets.map { faucet, notes in
            "\n\(notes.count.counted("note")) with tokens of faucet \(faucet), whose code runs when an account takes them."
        }.joined()
    }

    /// A line for each reason why notes are unverified.
    private var unverifiedSummary: String {
        InputNote.UnverifiedReason.allCases
            .compactMap { reason in
                let count = unverified.count { $0 == reason }
                let advice =
                    reason == .notChecked
                    ? "Run it with `miden-cli notes --verify NOTE-ID`."
                    : "Hide it with `miden-cli notes --dismiss NOTE-ID`."
                return count == 0 ? nil : "\n\(count.counted("note")) unverified: \(reason.text). \(advice)"
            }
            .joined()
    }
}

extension NotesAnswer.Entry {
    /// A note that waits.
    fileprivate init(_ note: InputNote) {
        self.init(
            noteId: note.id,
            direction: .received,
            sender: note.sender,
            type: note.type,
            state: NoteRecord.State(note.state),
            kind: note.kind,
            isAuthenticated: note.isAuthenticated,
            swap: note.swap.map(SwapTermsAnswer.init),
            fungibleAssets: note.fungibleAssets.map(AssetAnswer.init),
            nonFungibleAssets: note.nonFungibleAssets.map(UniqueAssetAnswer.init),
            consumableBy: note.consumableBy,
            consumableAfterBlock: note.consumableAfterBlock,
            callbackFaucetId: note.callbackFaucet,
            unverified: note.unverified,
            leftOut: note.leftOut
        )
    }

    /// A note in the history, with what is told of it while it waits.
    fileprivate init(_ note: NoteRecord, waiting: InputNote? = nil) {
        let isMade = note.direction == .made
        let waiting = isMade ? nil : waiting
        self.init(
            noteId: note.noteId,
            direction: note.direction,
            sender: isMade ? note.accountId : note.counterparty,
            recipient: isMade ? note.counterparty : note.accountId,
            type: note.type,
            state: note.state,
            kind: note.kind,
            isAuthenticated: waiting?.isAuthenticated,
            swap: waiting?.swap.map(SwapTermsAnswer.init),
            fungibleAssets: note.assets.fungible.map(AssetAnswer.init),
            nonFungibleAssets: note.assets.nonFungible.map(UniqueAssetAnswer.init),
            consumableBy: waiting?.consumableBy ?? [],
            consumableAfterBlock: waiting?.consumableAfterBlock,
            callbackFaucetId: waiting?.callbackFaucet,
            unverified: waiting?.unverified,
            leftOut: waiting?.leftOut,
            blockNumber: note.blockNumber,
            consumedInBlock: note.consumedInBlock,
            recordedAt: note.recordedAt.text,
            transactionId: note.transactionId
        )
    }

    /// A line for each asset, in a page; what is said of the note is in the first.
    fileprivate var rowsOfPage: [[String]] {
        let assets =
            fungibleAssets.map { [$0.formatted, $0.faucetId.hex] }
            + nonFungibleAssets.map { ["1 unique token", $0.faucetId.hex] }
        let other = (direction == .made ? recipient : sender)?.hex.abbreviated ?? "unknown"
        let first = [recordedAt ?? "", direction.rawValue, state.rawValue, type.rawValue, kind?.rawValue ?? "unknown"]
        let rest = [other, noteId.hex]
        return [first + (assets.first ?? ["nothing", ""]) + rest]
            + assets.dropFirst().map { ["", "", "", "", ""] + $0 }
    }

    /// A line for each asset; what is said of the note is in the first.
    fileprivate func rows(showsAccounts: Bool) -> [[String]] {
        let fungible = fungibleAssets.map { [$0.quantity, $0.unit, $0.faucetId.hex] }
        let unique = nonFungibleAssets.map { ["1", "unique \($0.asset.abbreviated)", $0.faucetId.hex] }
        let assets = fungible + unique
        let accounts = showsAccounts ? [consumableBy.map(\.hex.abbreviated).joined(separator: ", ")] : []
        let of = [type.rawValue, status, sender?.hex.abbreviated ?? "unknown"] + accounts + [noteId.hex]
        let first = (assets.first ?? ["", "nothing", ""]) + of
        return [first] + assets.dropFirst()
    }

    /// All that is known of the note, one fact a line.
    fileprivate var facts: String {
        let carried = fungibleAssets.listed(with: nonFungibleAssets)
        let known: [(name: String, value: String?)] = [
            ("note", noteId.hex), ("direction", direction.rawValue), ("type", type.rawValue), ("state", state.rawValue),
            ("kind", kind?.rawValue), ("carries", carried.isEmpty ? "nothing" : carried), ("wants", swap?.wants),
            ("from", sender?.hex ?? "unknown"), ("for", recipient?.hex),
            ("consumable by", consumableBy.isEmpty ? nil : consumableBy.map(\.hex).joined(separator: ", ")),
            ("consumable after", consumableAfterBlock.map { "block \($0)" }),
            ("runs code of", callbackFaucetId.map { "faucet \($0.hex), when an account takes its tokens" }),
            ("unverified", unverified?.text),
            ("in block", blockNumber.map { String($0) }), ("consumed in block", consumedInBlock.map { String($0) }),
            ("consumed by", isConsumedElsewhere ? "a transaction that this wallet did not make" : nil),
            ("recorded", recordedAt), ("transaction", transactionId?.hex),
        ]
        return Table.facts(known.compactMap { fact in fact.value.map { (fact.name, $0) } })
    }

    /// Whether it was consumed elsewhere: by who made it and took it back, say, or by another copy of its account.
    private var isConsumedElsewhere: Bool {
        direction == .received && state == .consumed && transactionId == nil
    }

    private var status: String {
        if let swap {
            return "swap for \(swap.wants)"
        }
        if unverified != nil {
            return "unverified"
        }
        if !consumableBy.isEmpty {
            return "consumable"
        }
        return consumableAfterBlock.map { "from block \($0) on" } ?? state.rawValue
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
