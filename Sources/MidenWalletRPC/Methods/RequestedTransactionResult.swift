/// The result of `miden_requestSend`, `miden_requestConsume` and `miden_requestTransaction`: the user approved, and the
/// wallet executes.
public struct RequestedTransactionResult: Codable, Hashable, Sendable {
    /// The wallet's reference of the transaction, 64 hexadecimal digits. It is not the id of the chain.
    public let transactionId: String

    /// Makes the result.
    ///
    /// - Parameter transactionId: The wallet's reference of the transaction, 64 hexadecimal digits.
    public init(transactionId: String) {
        self.transactionId = transactionId
    }
}
