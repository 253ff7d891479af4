/// What the event `transactionChange` says of a transaction that a page requested.
public struct TransactionChange: Codable, Hashable, Sendable {
    /// How far the transaction is.
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// The user approved it, and the wallet executes it.
        case executing
        /// It is submitted.
        case pending
        /// A block includes it.
        case committed
        /// No block can include it any more.
        case discarded
        /// It could not be executed or submitted.
        case failed
    }

    /// The reference that the wallet returned when the transaction was requested.
    public let transactionId: String
    /// How far it is.
    public let state: State
    /// The id of the chain, `0x` and 64 hexadecimal digits, once it is known.
    public let txHash: String?

    /// Makes the details of an event.
    ///
    /// - Parameters:
    ///   - transactionId: The reference of the transaction.
    ///   - state: How far it is.
    ///   - txHash: The id of the chain, nil if it is not known yet.
    public init(transactionId: String, state: State, txHash: String? = nil) {
        self.transactionId = transactionId
        self.state = state
        self.txHash = txHash
    }
}
