import ArgumentParser
import MidenSwiftClient

/// `miden-cli export`
struct Export: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write an account (.mac) or a note (.mno) to a file.",
        discussion: """
            The id says which of the two; --account and --note say which it has to be. An account file holds the account's key \
            in clear, where the wallet has it: who has the file has the account. A note file is what a private note's receiver \
            needs. A file that is there already is left as it is.

            Example: miden-cli export 0x5401ef36 --filename savings.mac
            Example: miden-cli export 0x3f1b5a9d -e partial
            Example: miden-cli export 0x5401ef36 --account
            """
    )
    static let doing = "Writing the file"
    static let makesWallet = false
    // An account's file has its key in it, and a copy has none.
    var onlyReads: Bool { isNote || (try? NoteID(id)) != nil }

    /// The names of the published command.
    enum NoteExport: String, ExpressibleByArgument, CaseIterable {
        case id, full, partial

        var content: NoteFileContent {
            switch self {
            case .id: .id
            case .full: .detailsWithProof
            case .partial: .details
            }
        }
    }

    @Argument(help: ArgumentHelp("An account of this wallet, or a note it made or received.", valueName: "id"))
    var id: String

    @Option(
        name: [.customShort("f"), .customLong("filename")],
        help: ArgumentHelp("Where to write it; <id>.mac or <id>.mno where not given.", valueName: "file"),
        completion: .file()
    )
    var filename: String?

    @Option(
        name: [.customShort("e"), .customLong("export-type")],
        help: """
            Of a note: full, with the proof that it is in a block; partial, its details, also before it is in a block; id, \
            enough for a public note. Full where not given.
            """
    )
    var exportType: NoteExport?

    @Flag(name: .customLong("account"), help: "The id is an account's; a note's is an error.")
    var isAccount = false

    @Flag(name: .customLong("note"), help: "The id is a note's; an account's is an error.")
    var isNote = false

    /// Of the published command, and refused with a reason.
    @Flag(help: .hidden)
    var noKeys = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if isAccount, isNote {
            throw ValidationError("Give --account or --note, not both.")
        }
        if isAccount, exportType != nil {
            throw ValidationError("--export-type is about notes: use it without --account.")
        }
        if noKeys {
            throw ValidationError(
                "An account file of this wallet has the account's key in it: there is none without. Who is only to see what"
                    + " a public account holds needs its id alone: `miden-cli account ACCOUNT-ID`."
            )
        }
        if isAccount, (try? NoteID(id)) != nil {
            throw ValidationError("“\(id)” is the id of a note: use it without --account.")
        }
        if isNote, (try? AccountID(id)) != nil || !IDPrefix.isOne(id) {
            throw ValidationError("“\(id)” is not the id of a note, which has 64 hexadecimal digits after 0x.")
        }
    }

    struct Answer: CommandAnswer {
        @OrNull var accountId: AccountID?
        @OrNull var noteId: NoteID?
        /// Where the account's key is: in the file, if it is here.
        @OrNull var keyPlace: AccountKey.Place?
        let filename: String

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, noteId, keyPlace, filename
        }

        var text: String {
            if let accountId {
                return "Wrote account \(accountId) to \(filename).\n" + whoseFileItIs
            }
            return "Wrote note \(noteId?.hex ?? "") to \(filename)."
        }

        private var whoseFileItIs: String {
            switch keyPlace {
            case .here: "The key is in it in clear: who has this file has the account."
            case .signer: "The key is not in it: a signer keeps it."
            case .nowhere: "The key is not in it, because this wallet does not have it."
            case .damaged: "The key is not in it, because its file in this wallet cannot be read."
            case nil: "There is no key in it: the account does not sign with one of its own."
            }
        }
    }

    /// What is to be written.
    private enum Target {
        case account(AccountID)
        case note(NoteID)
    }

    /// The account or the note that is meant. The first digits of an id may be those of both.
    private func target(in wallet: MidenWallet) async throws -> Target {
        if isNote || (try? NoteID(id)) != nil {
            return .note(try await NoteID(named: id, in: wallet))
        }
        if isAccount || (try? AccountID(id)) != nil || !IDPrefix.isOne(id) {
            return .account(try await AccountID(named: id, in: wallet))
        }
        let note: NoteID
        do {
            note = try await NoteID(named: id, in: wallet)
        } catch let error as MidenError where error.kind == .invalidNoteId {
            return .account(try await AccountID(named: id, in: wallet))
        }
        do {
            _ = try await AccountID(named: id, in: wallet)
        } catch let error as MidenError where error.kind == .invalidAccountId {
            return .note(note)
        }
        throw MidenError(
            code: .invalidParameter,
            kind: "id_unclear",
            message: "An account and a note of this wallet have ids that begin with \(id): say which with --account or"
                + " --note, or give more digits."
        )
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        switch try await target(in: wallet) {
        case .note(let note):
            let file = try await wallet.exportNote(noteId: note, content: (exportType ?? .full).content)
            let path = filename ?? "\(note).mno"
            try OutputFile.write(file, to: path)
            return Answer(noteId: note, filename: path)
        case .account(let account):
            guard exportType == nil else {
                throw ValidationError("--export-type is about notes, and \(account) is an account.")
            }
            let place = try await wallet.keyPlace(of: account)
            let file = try await wallet.exportAccount(accountId: account)
            let path = filename ?? "\(account).mac"
            try OutputFile.write(file, to: path)
            return Answer(accountId: account, keyPlace: place, filename: path)
        }
    }
}
