import ArgumentParser
import MidenSwiftClient

/// `miden-cli consume`
struct Consume: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take what notes carry into an account, in one transaction.",
        discussion: """
            Proves the transaction, which takes seconds, and hands it to the network. The balance shows it at once. \
            Ctrl-C stops it until it is handed to the network; then it is completed. With --all and no notes to \
            consume there is no transaction, which is no error.

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
        let accountId: AccountID
        @OrNull var transactionId: TransactionID?
        let noteIds: [NoteID]
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, transactionId, noteIds, fungibleAssets, nonFungibleAssets
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self,
        ]

        var text: String {
            guard let transactionId else {
                return """
                    There are no notes to consume for account \(accountId.hex). If one was sent recently, \
                    `miden-cli sync` brings it; those of another account want --account.
                    """
            }
            let assets = fungibleAssets.map(\.formatted) + nonFungibleAssets.map { "unique \($0.asset)" }
            let carried = assets.isEmpty ? "" : ": \(assets.joined(separator: ", "))"
            return """
                Consumed \(noteIds.count.counted("note"))\(carried).
                \(Table.facts([("account", accountId.hex), ("transaction", transactionId.hex)]))
                """
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let account = try await accountOption.resolved(in: wallet)
        let named = try noteIds.map { try NoteID($0) }
        let notes = try await wallet.getInputNotes(accountId: account).notes.filter { note in
            all ? note.consumableBy.contains(account) : named.contains(note.id)
        }
        let ids = all ? notes.map(\.id) : named
        let carried = InputNotesResult(notes: notes)
        return Answer(
            accountId: account,
            transactionId: ids.isEmpty ? nil : try await wallet.consumeNotes(accountId: account, noteIds: ids),
            noteIds: ids,
            fungibleAssets: carried.consumableFungibleAssets.map(AssetAnswer.init),
            nonFungibleAssets: notes.flatMap(\.nonFungibleAssets).map(UniqueAssetAnswer.init)
        )
    }
}
