import ArgumentParser
import MidenSwiftClient

/// `miden-cli new-note`
struct NewNote: DraftCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a note with a script of your own.",
        discussion: """
            The script is a package (.masp), or a source (.masm), which is compiled. Who consumes the note is for the script to \
            say: `miden-cli consume` does it, with --argument for what the script is given. Shows what goes out and the fee, \
            and asks on a terminal; without a terminal it wants --yes. A private note has to be handed over as a file \
            (`miden-cli export`).

            With --args the storage is JSON by a type that the package exports, such as pub type Riddle = struct { … }. \
            No package says by which type its script reads the storage: --storage-type names it, and can be left out if the \
            package exports one type.

            Example: miden-cli new-note -p guess.masm --storage 7 --asset 1.5::MIDEN
            Example: miden-cli new-note -p guess.masp --storage 7 \\
                --asset 100::0x550559ffb22381117072d0749fccd2 \\
                --for 0x5401ef36815e47d14b651e8e968153 -n private --yes
            Example: miden-cli new-note -p offer.masm --args '{"amount": 7}'
            """
    )

    @Option(name: [.customShort("s"), .customLong("sender"), .customLong("account")], help: AccountOption.helpText)
    var account: String?

    @OptionGroup var script: ScriptOptions

    @Option(
        help: ArgumentHelp(
            "What the script finds in the note's storage: numbers and words in hex, with commas between them.",
            valueName: "numbers"
        )
    )
    var storage: String?

    @Option(
        name: .customLong("args"),
        help: ArgumentHelp("What the script finds in the note's storage, as JSON by its type.", valueName: "json")
    )
    var values: String?

    @OptionGroup var storageType: NoteStorageTypeOption

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "What it carries: 1.5::SYMBOL, or 150::FAUCET-ID in the token's smallest unit. Can be given again.",
            valueName: "asset"
        )
    )
    var asset: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The account that is told of it by its next sync.", valueName: "account-id")
    )
    var recipient: String?

    @Option(name: .shortAndLong, help: "Who can read the note.")
    var noteType: NoteTypeChoice = .public

    @OptionGroup var spending: SpendingOptions

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if values != nil, storage != nil {
            throw ValidationError("Give the storage as JSON (--args) or as numbers (--storage), not both.")
        }
        if values == nil, storageType.name != nil {
            throw ValidationError("--storage-type is for --args.")
        }
        for text in asset {
            _ = try AssetText(text)
        }
    }

    var refusal: Refusal { Refusal("No note was made") }

    /// The note, without what has to be looked up in the wallet.
    func input(_ reader: InputReader) async throws -> CustomNote {
        let script = try await script.compiled(as: .noteScript, reader)
        guard let values else {
            return CustomNote(script: script, storage: try storage.map { try Felt.list(written: $0) } ?? [])
        }
        return try NotePackage(script, storage: storageType.name).note(with: ContractValue(json: values))
    }

    func plan(in wallet: MidenWallet, input: CustomNote) async throws -> DraftPlan {
        let account = try await AccountOption.resolved(account, in: wallet)
        let recipient = if let recipient { try await AccountID(named: recipient, in: wallet) } else { AccountID?.none }
        var assets: [FungibleAsset] = []
        for text in asset {
            assets.append(
                try await AssetText(text).resolved(in: wallet, for: account).amount(for: "put in such a note")
            )
        }
        var note = input
        note.recipientId = recipient
        note.fungibleAssets = assets
        note.noteType = noteType.noteType
        let carried = assets.isEmpty ? "" : " with \(assets.map(\.formatted).joined(separator: ", "))"
        return DraftPlan(
            account: account,
            draft: .custom(CustomTransaction(createdNotes: [note])),
            would: "make a note\(carried)",
            did: "Made a note\(carried)."
        )
    }
}
