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
    /// What each procedure that ``Script/calls(_:)`` calls has left on the stack in this transaction, the top first. Empty if
    /// the transaction calls none, and if it was made before with the same reference.
    public let stacks: [[Felt]]

    /// Makes a result. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transactionId: The transaction.
    ///   - noteIds: The notes it was told to make.
    ///   - blockNumber: The height of the chain when the network took the transaction.
    ///   - provenBy: Who made the transaction's proof.
    ///   - stacks: What each procedure that it calls has left on the stack.
    public init(
        transactionId: TransactionID,
        noteIds: [NoteID],
        blockNumber: UInt32,
        provenBy: MidenWallet.ProvenBy = .local,
        stacks: [[Felt]] = []
    ) {
        self.transactionId = transactionId
        self.noteIds = noteIds
        self.blockNumber = blockNumber
        self.provenBy = provenBy
        self.stacks = stacks
    }
}
