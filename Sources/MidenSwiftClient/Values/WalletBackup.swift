/// What a backup has of a wallet.
public struct WalletBackup: Hashable, Sendable {
    /// How many accounts it has.
    public let accountCount: Int
    /// How many keys it has.
    public let keyCount: Int
    /// How many transactions it has.
    public let transactionCount: Int
    /// The block the wallet stood at.
    public let syncHeight: UInt32
    /// How large the file is, in bytes.
    public let byteCount: UInt64

    /// Makes a description of a backup. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - accountCount: How many accounts it has.
    ///   - keyCount: How many keys it has.
    ///   - transactionCount: How many transactions it has.
    ///   - syncHeight: The block the wallet stood at.
    ///   - byteCount: How large the file is, in bytes.
    public init(accountCount: Int, keyCount: Int, transactionCount: Int, syncHeight: UInt32, byteCount: UInt64) {
        self.accountCount = accountCount
        self.keyCount = keyCount
        self.transactionCount = transactionCount
        self.syncHeight = syncHeight
        self.byteCount = byteCount
    }
}
