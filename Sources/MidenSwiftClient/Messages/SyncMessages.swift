internal import CMidenSwiftClient

/// Brings the wallet up to date with the network.
struct SyncRequest: BareRequest {
    typealias Reply = SyncReply

    static var operation: UInt32 { UInt32(WC_OPERATION_SYNC) }

    static var mayBringEvents: Bool { true }
}

/// What a sync brought.
struct SyncReply: Codable, Sendable {
    struct DiscardedTransaction: Codable, Sendable {
        let transactionId: TransactionID
        let discardReason: Transaction.DiscardReason

        enum CodingKeys: String, CodingKey {
            case transactionId = "transaction_id"
            case discardReason = "discard_reason"
        }
    }

    let blockNumber: UInt32
    let newNoteIds: [NoteID]
    let consumedNoteIds: [NoteID]
    let committedTransactionIds: [TransactionID]
    let discardedTransactions: [DiscardedTransaction]
    let updatedAccountIds: [AccountID]
    let lockedAccountIds: [AccountID]
    let deliveredNoteIds: [NoteID]
    /// Why the note transport could not be reached, if private notes wait for that.
    let undeliveredBecause: String?
    let refusedPrivateNoteCount: Int

    enum CodingKeys: String, CodingKey {
        case blockNumber = "block_number"
        case newNoteIds = "new_note_ids"
        case consumedNoteIds = "consumed_note_ids"
        case committedTransactionIds = "committed_transaction_ids"
        case discardedTransactions = "discarded_transactions"
        case updatedAccountIds = "updated_account_ids"
        case lockedAccountIds = "locked_account_ids"
        case deliveredNoteIds = "delivered_note_ids"
        case undeliveredBecause = "undelivered_because"
        case refusedPrivateNoteCount = "refused_private_note_count"
    }
}

extension SyncSummary {
    init(_ reply: SyncReply) {
        self.init(
            blockNumber: reply.blockNumber,
            newNoteIds: reply.newNoteIds,
            consumedNoteIds: reply.consumedNoteIds,
            deliveredNoteIds: reply.deliveredNoteIds,
            committedTransactionIds: reply.committedTransactionIds,
            discardedTransactions: reply.discardedTransactions.map {
                DiscardedTransaction(id: $0.transactionId, reason: $0.discardReason)
            },
            updatedAccountIds: reply.updatedAccountIds,
            lockedAccountIds: reply.lockedAccountIds,
            deliveryFailureReason: reply.undeliveredBecause,
            refusedPrivateNoteCount: reply.refusedPrivateNoteCount
        )
    }
}
