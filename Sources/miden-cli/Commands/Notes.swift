import ArgumentParser
import MidenSwiftClient

/// `miden-cli notes`
struct Notes: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the notes that were sent to the wallet's accounts and are not consumed.",
        discussion: """
            Shows what the wallet knows since its last sync. ACCOUNT is the account that can consume the note now.

            Example: miden-cli notes
            Example: miden-cli notes --account 0x5401ef36815e47d14b651e8e968153 --field note_id
            """
    )
    static let doing = "Reading the notes"
    static let makesWallet = false

    @Option(help: ArgumentHelp("Only what this account can consume; all where not given.", valueName: "account-id"))
    var account: String?

    @OptionGroup var global: GlobalOptions

    func answer(from wallet: MidenWallet) async throws -> NotesAnswer {
        let account = try account.map { try AccountID($0) }
        let result = try await wallet.getInputNotes(accountId: account)
        return NotesAnswer(result, showsAccounts: account == nil)
    }
}

/// The notes that were asked for.
struct NotesAnswer: CommandAnswer {
    struct Entry: AnswerPart {
        let noteId: NoteID
        @OrNull var sender: AccountID?
        let type: NoteType
        let state: InputNote.State
        let isAuthenticated: Bool
        let kind: InputNote.Kind
        @OrNull var swap: SwapTermsAnswer?
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]
        let consumableBy: [AccountID]
        @OrNull var consumableAfterBlock: UInt32?

        enum CodingKeys: CodingKey, CaseIterable {
            case noteId, sender, type, state, isAuthenticated, fungibleAssets, nonFungibleAssets, consumableBy
            case consumableAfterBlock, kind, swap
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self,
            .swap: SwapTermsAnswer.self,
        ]
    }

    let notes: [Entry]
    let totalCount: Int
    let consumableCount: Int
    /// Whether the table says which account can consume a note. The JSON always does.
    private let showsAccounts: Bool

    enum CodingKeys: CodingKey, CaseIterable {
        case notes, totalCount, consumableCount
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [.notes: Entry.self]

    init(_ result: InputNotesResult, showsAccounts: Bool) {
        self.showsAccounts = showsAccounts
        notes = result.notes.map { note in
            Entry(
                noteId: note.id,
                sender: note.sender,
                type: note.type,
                state: note.state,
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

    var text: String {
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
