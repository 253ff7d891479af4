/// What a sync has brought.
public struct SyncSummary: Hashable, Sendable {
    /// A transaction that will not be in a block.
    public struct DiscardedTransaction: Hashable, Sendable, Identifiable {
        /// The transaction.
        public let id: TransactionID
        /// Why it will not be in a block.
        public let reason: Transaction.DiscardReason

        /// Makes a description. The library does this itself; the initializer is public for tests and previews.
        ///
        /// - Parameters:
        ///   - id: The transaction.
        ///   - reason: Why it will not be in a block.
        public init(id: TransactionID, reason: Transaction.DiscardReason) {
            self.id = id
            self.reason = reason
        }
    }

    /// The height of the chain up to which the wallet knows it.
    public let blockNumber: UInt32
    /// The notes that are new to the wallet, or that are in a block now.
    public let newNoteIds: [NoteID]
    /// The notes that were consumed.
    public let consumedNoteIds: [NoteID]
    /// The private notes that the note transport has taken.
    public let deliveredNoteIds: [NoteID]
    /// The transactions of the wallet that are in a block now.
    public let committedTransactionIds: [TransactionID]
    /// The transactions of the wallet that were given up, each reported by one sync.
    public let discardedTransactions: [DiscardedTransaction]
    /// The accounts whose state on the chain has changed.
    public let updatedAccountIds: [AccountID]
    /// The private accounts of which the network has a newer state than the wallet.
    public let lockedAccountIds: [AccountID]
    /// Why the note transport could not be reached; nil if it could, or if no notes wait for it.
    public let deliveryFailureReason: String?
    /// How many private notes from the note transport the wallet dropped since the last summary, because they cannot be
    /// read, are too large, or have code that takes too much memory. The notes around them have arrived.
    public let refusedPrivateNoteCount: Int

    /// Makes a summary. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - blockNumber: The height of the chain up to which the wallet knows it.
    ///   - newNoteIds: The notes that are new to the wallet, or that are in a block now.
    ///   - consumedNoteIds: The notes that were consumed.
    ///   - deliveredNoteIds: The private notes that the note transport has taken.
    ///   - committedTransactionIds: The transactions of the wallet that are in a block now.
    ///   - discardedTransactions: The transactions of the wallet that were given up.
    ///   - updatedAccountIds: The accounts whose state on the chain has changed.
    ///   - lockedAccountIds: The private accounts of which the network has a newer state than the wallet.
    ///   - deliveryFailureReason: Why the note transport could not be reached.
    ///   - refusedPrivateNoteCount: How many private notes from the note transport the wallet dropped.
    public init(
        blockNumber: UInt32,
        newNoteIds: [NoteID] = [],
        consumedNoteIds: [NoteID] = [],
        deliveredNoteIds: [NoteID] = [],
        committedTransactionIds: [TransactionID] = [],
        discardedTransactions: [DiscardedTransaction] = [],
        updatedAccountIds: [AccountID] = [],
        lockedAccountIds: [AccountID] = [],
        deliveryFailureReason: String? = nil,
        refusedPrivateNoteCount: Int = 0
    ) {
        self.blockNumber = blockNumber
        self.newNoteIds = newNoteIds
        self.consumedNoteIds = consumedNoteIds
        self.deliveredNoteIds = deliveredNoteIds
        self.committedTransactionIds = committedTransactionIds
        self.discardedTransactions = discardedTransactions
        self.updatedAccountIds = updatedAccountIds
        self.lockedAccountIds = lockedAccountIds
        self.deliveryFailureReason = deliveryFailureReason
        self.refusedPrivateNoteCount = refusedPrivateNoteCount
    }
}
