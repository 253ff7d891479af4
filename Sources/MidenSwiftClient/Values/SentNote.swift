/// What came of sending an asset.
public struct SentNote: Hashable, Sendable {
    /// The transaction that made the note.
    public let transactionId: TransactionID
    /// The note that carries the asset.
    public let noteId: NoteID
    /// The height of the chain when the network took the transaction.
    public let blockNumber: UInt32
    /// Who made the transaction's proof.
    public let provenBy: MidenWallet.ProvenBy

    /// Makes a result. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transactionId: The transaction that made the note.
    ///   - noteId: The note that carries the asset.
    ///   - blockNumber: The height of the chain when the network took the transaction.
    ///   - provenBy: Who made the transaction's proof.
    public init(
        transactionId: TransactionID,
        noteId: NoteID,
        blockNumber: UInt32,
        provenBy: MidenWallet.ProvenBy = .local
    ) {
        self.transactionId = transactionId
        self.noteId = noteId
        self.blockNumber = blockNumber
        self.provenBy = provenBy
    }
}
