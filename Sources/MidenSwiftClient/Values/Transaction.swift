/// A transaction of this wallet.
public struct Transaction: Hashable, Sendable, Identifiable {
    /// What has become of a transaction, as far as the wallet has synced.
    public enum State: Hashable, Sendable {
        /// The network has taken the transaction; it is not in a block yet.
        case pending
        /// The transaction is in a block.
        case committed(block: UInt32)
        /// The transaction will not be in a block; its changes have been undone.
        case discarded(reason: String)
    }

    /// The transaction's id.
    public let id: TransactionID
    /// The account the transaction changes.
    public let accountId: AccountID
    /// What has become of the transaction.
    public let state: State

    /// Makes a description of a transaction. The library does this itself; the initializer is public for tests and
    /// previews.
    ///
    /// - Parameters:
    ///   - id: The transaction's id.
    ///   - accountId: The account the transaction changes.
    ///   - state: What has become of the transaction.
    public init(id: TransactionID, accountId: AccountID, state: State) {
        self.id = id
        self.accountId = accountId
        self.state = state
    }
}
