/// What came of asking the embedded chain's faucet for an asset.
public struct MintedNote: Hashable, Sendable {
    /// The faucet's transaction that made the note: none of the wallet's, whose `getTransaction` does not know it.
    public let transactionId: TransactionID
    /// The note that carries the asset.
    public let noteId: NoteID
    /// The faucet that issues the token.
    public let faucetId: AccountID
    /// The height of the chain when it took the transaction.
    public let blockNumber: UInt32

    /// Makes a result. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transactionId: The faucet's transaction that made the note.
    ///   - noteId: The note that carries the asset.
    ///   - faucetId: The faucet that issues the token.
    ///   - blockNumber: The height of the chain when it took the transaction.
    public init(transactionId: TransactionID, noteId: NoteID, faucetId: AccountID, blockNumber: UInt32) {
        self.transactionId = transactionId
        self.noteId = noteId
        self.faucetId = faucetId
        self.blockNumber = blockNumber
    }
}
