import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli restore-backup`
struct RestoreBackup: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a wallet of a file that `miden-cli backup` wrote.",
        discussion: """
            The wallet equals the one the backup was made of, as it was then. There must be none yet in this folder for this \
            network, or an empty one: --data-dir names another folder. `miden-cli restore` is about mnemonics.

            Two passphrases: that of the backup is asked for, or read from --file-passphrase-from or --file-passphrase-fd. \
            That of the keystore to be made is only there where one is wanted, with --passphrase, --passphrase-file or \
            --passphrase-fd.

            Example: miden-cli restore-backup wallet.backup
            Example: miden-cli restore-backup wallet.backup --data-dir /srv/wallets \\
                --passphrase
            """
    )
    static let doing = "Restoring the wallet"
    static let replacesLostStore = true

    @Argument(help: ArgumentHelp("The backup.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var filePassphrase: FilePassphraseOptions

    @Flag(name: .customLong("passphrase"), help: "Ask for a passphrase and make the keystore under it.")
    var wantsPassphrase = false

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let network: String
        let storePath: String
        let accountCount: Int
        let syncHeight: UInt32
        @OrNull var defaultAccountId: AccountID?

        enum CodingKeys: CodingKey, CaseIterable {
            case network, storePath, accountCount, syncHeight, defaultAccountId
        }

        var text: String {
            """
            Restored \(accountCount.counted("account")), as of block \(syncHeight).
            `miden-cli sync` brings what has happened since.
            \(ReferenceOption.adviceAfterRestore)
            """
        }
    }

    func backup(_ reader: InputReader) async throws -> BackupToRestore? {
        // So that a mistyped path asks for no passphrase.
        _ = try InputFile(at: file)
        let passphrase: String
        if let given = try await filePassphrase.given(reader) {
            passphrase = given
        } else {
            passphrase = try await FilePassphraseOptions.askForExisting(of: "the backup")
        }
        return BackupToRestore(file: URL(fileURLWithPath: file), passphrase: passphrase)
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let info = try await wallet.info()
        return Answer(
            network: info.network,
            storePath: info.storePath,
            accountCount: info.accountCount,
            syncHeight: info.syncHeight,
            defaultAccountId: info.defaultAccountId
        )
    }
}
