/// What came of making payments.
public struct SentPayments: Hashable, Sendable {
    /// The transaction that made the notes.
    public let transactionId: TransactionID
    /// The note of each payment, in the order of the payments.
    public let noteIds: [NoteID]
    /// The height of the chain when the network took the transaction.
    public let blockNumber: UInt32
    /// Who made the transaction's proof.
    public let provenBy: MidenWallet.ProvenBy

    /// Makes a result. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transactionId: The transaction that made the notes.
    ///   - noteIds: The note of each payment.
    ///   - blockNumber: The height of the chain when the network took the transaction.
    ///   - provenBy: Who made the transaction's proof.
    public init(
        transactionId: TransactionID,
        noteIds: [NoteID],
        blockNumber: UInt32,
        provenBy: MidenWallet.ProvenBy = .local
    ) {
        self.transactionId = transactionId
        self.noteIds = noteIds
        self.blockNumber = blockNumber
        self.provenBy = provenBy
    }
}
