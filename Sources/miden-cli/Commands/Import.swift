import ArgumentParser
import MidenSwiftClient

/// `miden-cli import`
struct Import: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take in account files (.mac) and note files (.mno).",
        discussion: """
            What a file is, is told by what is in it. An account comes with its key, where the file has it; a note can be \
            consumed once it is on the chain and the wallet has synced.

            Of several files each is answered for: one that cannot be taken in does not hold back the others. The answer has \
            all of them then, and the first error is told and gives the exit code.

            Example: miden-cli import account.mac
            Example: miden-cli import payment.mno savings.mac
            """
    )
    static let doing = "Importing"
    static let replacesLostStore = true

    @Argument(
        help: ArgumentHelp("The files, as other Miden clients write them.", valueName: "file"),
        completion: .file(extensions: ["mac", "mno"])
    )
    var files: [String] = []

    /// Of the published command, and refused with a reason.
    @Flag(name: .shortAndLong, help: .hidden)
    var overwrite = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if files.isEmpty {
            throw ValidationError("Give at least one file.")
        }
        if overwrite {
            throw ValidationError(
                "An account that is here is not written over: a file may be older than what the wallet knows. One that is"
                    + " locked, because another copy of it has moved on, takes the state of its newest file without"
                    + " --overwrite."
            )
        }
    }

    typealias Answer = ImportAnswer

    /// What each of the files holds, or why it cannot be read.
    func input(_ reader: InputReader) async throws -> [Result<[UInt8], any Error>] {
        let contents = files.map { file in Result { try reader.bytes(of: .accountOrNote, at: file) } }
        if contents.count == 1 {
            _ = try contents[0].get()
        }
        return contents
    }

    func answer(from wallet: MidenWallet, input: Input, asking confirmation: Confirmation) async throws -> Answer {
        if files.count == 1 {
            return Answer(files: [try await imported(files[0], try input[0].get(), into: wallet)])
        }
        var entries: [Answer.Entry] = []
        var errors: [MidenError] = []
        for (file, contents) in zip(files, input) {
            do {
                entries.append(try await imported(file, try contents.get(), into: wallet))
            } catch let error as MidenError {
                entries.append(Answer.Entry(file: file, error: error))
                errors.append(error)
            }
        }
        // Whoever stopped it wants to hear that it has stopped.
        let first = errors.first { $0.code == .cancelled } ?? errors.first
        return Answer(
            files: entries,
            failure: first.map { first in
                MidenError(
                    code: first.code,
                    kind: first.kind,
                    message: "\(errors.count) of \(files.count) files could not be taken in. \(first.message)",
                    causes: first.causes,
                    isRetryable: first.isRetryable
                )
            }
        )
    }

    /// Takes in what is in a file.
    private func imported(
        _ file: String,
        _ bytes: [UInt8],
        into wallet: MidenWallet
    ) async throws -> Answer.Entry {
        do {
            let account = try await wallet.importAccount(file: bytes)
            let isDefault = try await wallet.info().defaultAccountId == account
            let place = try await wallet.keyPlace(of: account)
            return Answer.Entry(file: file, account: account, isDefault: isDefault, keyPlace: place)
        } catch let noAccount as MidenError where noAccount.kind == .invalidAccountFile {
            do {
                return Answer.Entry(file: file, note: try await wallet.importNote(file: bytes))
            } catch let noNote as MidenError where noNote.kind == .invalidNoteFile {
                throw MidenError(
                    code: .invalidParameter,
                    kind: "invalid_file",
                    message: "The file \(file) is neither an account file (.mac) nor a note file (.mno) this version"
                        + " can read.",
                    causes: noAccount.causes + noNote.causes
                )
            }
        }
    }
}

/// What was in files.
struct ImportAnswer: CommandAnswer {
    /// One file: an account, a note, or why it was not taken in.
    struct Entry: AnswerPart {
        let file: String
        @OrNull var accountId: AccountID?
        @OrNull var isDefault: Bool?
        /// Where the account's key is.
        @OrNull var keyPlace: AccountKey.Place?
        @OrNull var noteId: NoteID?
        /// Whether the note is already consumed.
        @OrNull var isConsumed: Bool?
        @OrNull var error: Failure?
        /// What people read.
        let text: String

        enum CodingKeys: CodingKey, CaseIterable {
            case file, accountId, isDefault, keyPlace, noteId, isConsumed, error
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.error: Failure.self]

        init(file: String, account: AccountID, isDefault: Bool, keyPlace: AccountKey.Place?) {
            let isKeyMissing = keyPlace == .nowhere
            self.init(
                file: file,
                accountId: account,
                isDefault: isDefault,
                keyPlace: keyPlace,
                text: "Imported account \(account).\n"
                    + (isKeyMissing
                        ? "Its key is not in the file: until `miden-cli import-key` brings it, nothing can be signed for it.\n"
                        : "")
                    + (isDefault
                        ? "It is the default account, the one that is meant where none is named."
                        : "`miden-cli use \(account)` makes it the default account.")
                    + "\n\(ReferenceOption.adviceAfterRestore)"
            )
        }

        init(file: String, note: ImportedNote) {
            self.init(
                file: file,
                noteId: note.noteId,
                isConsumed: note.isConsumed,
                text: note.noteId.map { note.isConsumed ? "Note \($0) is already consumed." : "Imported note \($0)." }
                    ?? "Imported a note that is not known to be on the chain yet: `miden-cli sync` looks for it."
            )
        }

        init(file: String, error: MidenError) {
            self.init(
                file: file,
                error: Failure(kind: error.kind.rawValue, message: error.message),
                text: "Not imported: \(error.message.onOneLine)"
            )
        }

        private init(
            file: String,
            accountId: AccountID? = nil,
            isDefault: Bool? = nil,
            keyPlace: AccountKey.Place? = nil,
            noteId: NoteID? = nil,
            isConsumed: Bool? = nil,
            error: Failure? = nil,
            text: String
        ) {
            self.file = file
            self.accountId = accountId
            self.isDefault = isDefault
            self.keyPlace = keyPlace
            self.noteId = noteId
            self.isConsumed = isConsumed
            self.error = error
            self.text = text
        }
    }

    /// Why a file was not taken in.
    struct Failure: AnswerPart {
        let kind: String
        let message: String

        enum CodingKeys: CodingKey, CaseIterable {
            case kind, message
        }
    }

    let files: [Entry]
    let failure: MidenError?

    enum CodingKeys: CodingKey, CaseIterable {
        case files
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [.files: Entry.self]

    init(files: [Entry], failure: MidenError? = nil) {
        self.files = files
        self.failure = failure
    }

    var text: String {
        guard files.count > 1 else {
            return files.map(\.text).joined()
        }
        return files.map { "\($0.file.onOneLine): \($0.text)" }.joined(separator: "\n")
    }
}
