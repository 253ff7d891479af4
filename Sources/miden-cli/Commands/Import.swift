import ArgumentParser
import MidenSwiftClient

/// `miden-cli import`
struct Import: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take in an account file (.mac) or a note file (.mno).",
        discussion: """
            What the file is, is told by what is in it. An account comes with its keys; a note can be consumed once it is \
            on the chain and the wallet has synced.

            Example: miden-cli import account.mac
            Example: miden-cli import payment.mno
            """
    )
    static let doing = "Importing the file"

    @Argument(
        help: ArgumentHelp("The file, as other Miden clients write it.", valueName: "file"),
        completion: .file(extensions: ["mac", "mno"])
    )
    var file: String

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        /// What was in the file.
        enum Imported: Sendable {
            case account(AccountID, isDefault: Bool)
            case note(NoteID?)
        }

        @OrNull var accountId: AccountID?
        @OrNull var isDefault: Bool?
        @OrNull var noteId: NoteID?
        let text: String

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, isDefault, noteId
        }

        init(_ imported: Imported) {
            switch imported {
            case .account(let account, let isDefault):
                accountId = account
                self.isDefault = isDefault
                noteId = nil
                text =
                    "Imported account \(account).\n"
                    + (isDefault
                        ? "It is the default account, the one that is meant where none is named."
                        : "`miden-cli use \(account)` makes it the default account.")
            case .note(let note):
                accountId = nil
                isDefault = nil
                noteId = note
                text =
                    note.map { "Imported note \($0)." }
                    ?? "Imported a note that is not known to be on the chain yet: `miden-cli sync` looks for it."
            }
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let bytes = try InputFile.bytes(at: file)
        let isFirst = try await wallet.info().defaultAccountId == nil
        do {
            return Answer(.account(try await wallet.importAccount(file: bytes), isDefault: isFirst))
        } catch let noAccount as MidenError where noAccount.kind == .invalidAccountFile {
            do {
                return Answer(.note(try await wallet.importNote(file: bytes)))
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
