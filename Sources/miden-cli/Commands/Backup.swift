import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli backup`
struct Backup: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the whole wallet into one encrypted file.",
        discussion: """
            Accounts and their keys, notes, those still to be delivered among them, transactions, names and settings. The \
            file is encrypted under a passphrase of its own, which is asked for, or read from --file-passphrase-from or \
            --file-passphrase-fd. A file that is there already is left as it is. `miden-cli restore-backup` makes the \
            wallet of it again.

            A backup is of its moment: a private account that makes a transaction after it is locked where the backup is \
            restored. Make a new one after each of its transactions, or keep its account file too.

            Example: miden-cli backup wallet.backup
            Example: miden-cli backup wallet.backup --file-passphrase-from secret.txt
            """
    )
    static let doing = "Writing the backup"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("Where to write it.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var filePassphrase: FilePassphraseOptions

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let filename: String
        let accountCount: Int
        let keyCount: Int
        let transactionCount: Int
        let syncHeight: UInt32
        let bytes: UInt64

        enum CodingKeys: CodingKey, CaseIterable {
            case filename, accountCount, keyCount, transactionCount, syncHeight, bytes
        }

        var text: String {
            """
            Wrote \(accountCount.counted("account")), \(keyCount.counted("key")) and \
            \(transactionCount.counted("transaction")) to \(filename).
            Keep its passphrase apart from it: without it the backup is of no use to anybody.
            """
        }
    }

    func check(_ configuration: MidenWallet.Configuration) throws {
        guard configuration.hasStore else {
            throw MidenError(
                code: .lookup,
                kind: "no_wallet",
                message: "There is no wallet to back up. `--network` and `--data-dir` say where it is."
            )
        }
        try OutputFile.requireNew(file)
    }

    /// The passphrase of the backup, where one is given.
    func input(_ reader: InputReader) async throws -> String? {
        try await filePassphrase.given(reader)
    }

    func answer(from wallet: MidenWallet, input: String?, asking confirmation: Confirmation) async throws -> Answer {
        let passphrase: String
        if let input {
            passphrase = input
        } else {
            passphrase = try await FilePassphraseOptions.askForNew(for: "the backup")
        }
        let backup = try await wallet.backUp(to: URL(fileURLWithPath: file), passphrase: passphrase)
        return Answer(
            filename: file,
            accountCount: backup.accountCount,
            keyCount: backup.keyCount,
            transactionCount: backup.transactionCount,
            syncHeight: backup.syncHeight,
            bytes: backup.byteCount
        )
    }
}
