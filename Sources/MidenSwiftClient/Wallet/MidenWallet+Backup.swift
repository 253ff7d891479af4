// A whole wallet as one file.

import Foundation

extension MidenWallet {
    /// Writes the whole wallet into one file, encrypted under a passphrase of its own: accounts and their keys, notes, those
    /// still to be delivered among them, transactions, the history with its events, names and settings. The file is for nobody
    /// but the user, and is there whole or not at all; one that is there is replaced.
    ///
    /// A backup is of its moment. A private account that makes a transaction after it is locked where the backup is restored,
    /// until its newest account file is imported: so make a new one after them. What an earlier run left between submission and
    /// record is settled first, and that alone needs the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``; the file may be there then, and is whole.
    ///
    /// - Parameters:
    ///   - file: Where to write it.
    ///   - passphrase: What it is encrypted under; not empty. It need not be that of the keystore. Who forgets it has no backup.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: What the backup has.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the passphrase is empty or the file cannot be written,
    ///   ``MidenError/Code/accountOperation`` where a key of the keystore cannot be read, ``MidenError/Code/store`` where the
    ///   store or the history cannot,
    ///   ``MidenError/Code/transactionSubmission`` where what an earlier run left cannot be settled now.
    @discardableResult
    public nonisolated func backUp(
        to file: URL,
        passphrase: String,
        timeout: Duration? = nil
    ) async throws -> WalletBackup {
        let request = BackUpRequest(path: try file.requiredPath, passphrase: passphrase)
        return WalletBackup(try await core.perform(request, timeout: timeout))
    }
    /// Restores a backup and opens the wallet it makes, which equals the one the backup was made of, as it was in that moment.
    /// Keys are encrypted under this configuration's source of keys. The index of the history is made anew of what is in the
    /// backup, so cursors of events begin again.
    ///
    /// There must be no wallet yet where the configuration says, or one without accounts, notes and transactions. The node is
    /// asked whether it is of the backup's network; where none answers, the first sync tells.
    ///
    /// Cancelling the task ends the wait for a store that another wallet has open, with ``MidenError/Code/cancelled``. It has
    /// no effect otherwise; the wallet is restored and can be let go.
    ///
    /// - Parameters:
    ///   - file: The backup.
    ///   - passphrase: Its passphrase.
    ///   - configuration: What to open: network, places, keys.
    /// - Returns: The wallet.
    /// - Throws: ``MidenError/Code/accountOperation`` where the passphrase is another one, ``MidenError/Code/invalidParameter``
    ///   where the file is no backup, one of another version, or damaged, ``MidenError/Code/networkMismatch`` where it is of another
    ///   network, ``MidenError/Code/store`` where there is a wallet already, ``MidenError/Code/unsupported`` where a
    ///   ``MidenSigner`` keeps the keys of one of the two wallets only, and what ``init(configuration:)`` throws. In all of
    ///   these nothing is changed.
    public static func restoreBackup(
        from file: URL,
        passphrase: String,
        configuration: Configuration
    ) async throws -> MidenWallet {
        let backup = ConfigurationMessage.BackupFile(path: try file.requiredPath, passphrase: passphrase)
        return try await opened(configuration, restoring: backup)
    }
}

extension URL {
    /// The path of a file, which the URL has to be one of.
    fileprivate var requiredPath: String {
        get throws {
            guard isFileURL else {
                throw MidenError(
                    code: .invalidParameter,
                    kind: .invalidParameter,
                    message: "A backup is a file, and “\(absoluteString)” is not the URL of one."
                )
            }
            return path
        }
    }
}
