import ArgumentParser
import MidenSwiftClient

/// `miden-cli consume`
struct Consume: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take what notes carry into an account.",
        discussion: """
            Proves the transaction, which takes seconds, and hands it to the network. The balance shows it at once. \
            Ctrl-C stops it until it is handed to the network; then it is completed. With --all there are as many \
            transactions as it takes, and a note that cannot be consumed does not hold back the others; no notes to \
            consume are no error. A payment of your own is taken back by consuming it, once its block has come.

            Example: miden-cli consume --all
            Example: miden-cli consume 0x8a7c…
            """
    )
    static let doing = "Preparing the transaction"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("The notes.", valueName: "note-id"))
    var noteIds: [String] = []

    @Flag(help: "All notes the account can consume.")
    var all = false

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if all != noteIds.isEmpty {
            throw ValidationError(all ? "Give note ids or --all, not both." : "Give the ids of notes, or --all.")
        }
    }

    struct Answer: CommandAnswer {
        /// A note that was not consumed.
        struct Failure: AnswerPart {
            let note: NoteID
            let kind: String
            let message: String

            enum CodingKeys: CodingKey, CaseIterable {
                case note, kind, message
            }
        }

        let accountId: AccountID
        /// The first one.
        @OrNull var transactionId: TransactionID?
        let transactionIds: [TransactionID]
        let noteIds: [NoteID]
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]
        let failures: [Failure]

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, transactionId, transactionIds, noteIds, fungibleAssets, nonFungibleAssets, failures
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self, .failures: Failure.self,
        ]

        var text: String {
            guard !transactionIds.isEmpty else {
                return """
                    There are no notes to consume for account \(accountId.hex). If one was sent recently, \
                    `miden-cli sync` brings it; those of another account want --account.
                    """
            }
            let assets = fungibleAssets.map(\.formatted) + nonFungibleAssets.map { "unique \($0.asset)" }
            let carried = assets.isEmpty ? "" : ": \(assets.joined(separator: ", "))"
            return """
                Consumed \(noteIds.count.counted("note"))\(carried).
                \(Table.facts([("account", accountId.hex)] + transactionIds.map { ("transaction", $0.hex) }))
                """ + failures.map { "\nNote \($0.note) was not consumed: \($0.message)" }.joined()
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let account = try await accountOption.resolved(in: wallet)
        let named = try noteIds.map { try NoteID($0) }
        let known = try await wallet.getInputNotes(accountId: account).notes
        let consumed =
            if all {
                try await consumedAll(of: account, from: wallet)
            } else {
                ConsumedNotes(
                    transactionIds: [try await wallet.consumeNotes(accountId: account, noteIds: named)],
                    noteIds: named
                )
            }
        let notes = known.filter { consumed.noteIds.contains($0.id) }
        return Answer(
            accountId: account,
            transactionId: consumed.transactionIds.first,
            transactionIds: consumed.transactionIds,
            noteIds: consumed.noteIds,
            fungibleAssets: InputNotesResult(notes: notes).consumableFungibleAssets.map(AssetAnswer.init),
            nonFungibleAssets: notes.flatMap(\.nonFungibleAssets).map(UniqueAssetAnswer.init),
            failures: consumed.failures.map { failure in
                Answer.Failure(note: failure.noteId, kind: failure.error.kind.rawValue, message: failure.error.message)
            }
        )
    }

    /// Consumes all notes. Where there are some and none could be consumed, that has failed.
    private func consumedAll(of account: AccountID, from wallet: MidenWallet) async throws -> ConsumedNotes {
        let consumed = try await wallet.consumeAllNotes(accountId: account)
        if consumed.transactionIds.isEmpty, let failure = consumed.failures.first {
            throw failure.error
        }
        return consumed
    }
}
