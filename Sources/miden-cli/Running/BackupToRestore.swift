import Foundation

/// A backup that a command restores before it works with the wallet.
struct BackupToRestore {
    let file: URL
    let passphrase: String
}
