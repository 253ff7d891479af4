internal import CMidenSwiftClient

/// Brings the wallet up to date with the network.
struct SyncRequest: BareRequest {
    typealias Reply = SyncReply

    static var operation: UInt32 { UInt32(WC_OPERATION_SYNC) }

    static var mayBringEvents: Bool { true }
}

/// What a sync brought.
struct SyncReply: Codable, Sendable {
    let blockNumber: UInt32
    let newNoteIds: [NoteID]
    let consumedNoteIds: [NoteID]
    let committedTransactionIds: [TransactionID]
    let updatedAccountIds: [AccountID]
    let lockedAccountIds: [AccountID]
    let deliveredNoteIds: [NoteID]
    /// Why the note transport could not be reached, if private notes wait for that.
    let undeliveredBecause: String?

    enum CodingKeys: String, CodingKey {
        case blockNumber = "block_number"
        case newNoteIds = "new_note_ids"
        case consumedNoteIds = "consumed_note_ids"
        case committedTransactionIds = "committed_transaction_ids"
        case updatedAccountIds = "updated_account_ids"
        case lockedAccountIds = "locked_account_ids"
        case deliveredNoteIds = "delivered_note_ids"
        case undeliveredBecause = "undelivered_because"
    }
}
