/// A transaction that was made, and the notes it was told to make.
public struct SentTransaction: Hashable, Sendable {
    /// The transaction.
    public let transactionId: TransactionID
    /// The notes it was told to make, in the order in which that was said: one for each payment.
    public let noteIds: [NoteID]
    /// The height of the chain when the network took the transaction.
    public let blockNumber: UInt32
    /// Who made the transaction's proof.
    public let provenBy: MidenWallet.ProvenBy
    /// What the procedure that ``Script/call(_:arguments:of:)`` calls has left on the stack in this transaction, the top first.
    /// Nil if the transaction calls none, and if it was made before with the same reference.
    public let stack: [Felt]?

    /// Makes a result. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transactionId: The transaction.
    ///   - noteIds: The notes it was told to make.
    ///   - blockNumber: The height of the chain when the network took the transaction.
    ///   - provenBy: Who made the transaction's proof.
    ///   - stack: What the procedure that it calls has left on the stack.
    public init(
        transactionId: TransactionID,
        noteIds: [NoteID],
        blockNumber: UInt32,
        provenBy: MidenWallet.ProvenBy = .local,
        stack: [Felt]? = nil
    ) {
        self.transactionId = transactionId
        self.noteIds = noteIds
        self.blockNumber = blockNumber
        self.provenBy = provenBy
        self.stack = stack
    }
}
