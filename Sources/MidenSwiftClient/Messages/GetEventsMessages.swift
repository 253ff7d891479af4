internal import CMidenSwiftClient
import Foundation

/// Asks for what has happened after a place among the events.
struct GetEventsRequest: Request, Codable {
    typealias Reply = GetEventsReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_EVENTS) }

    let after: EventCursor?
    let limit: UInt32
}

/// Some events, oldest first.
struct GetEventsReply: Codable, Sendable {
    enum Kind: String, Codable, Sendable {
        case synced
        case noteArrived = "note_arrived"
        case noteConsumed = "note_consumed"
        case transactionCommitted = "transaction_committed"
        case transactionDiscarded = "transaction_discarded"
        case accountLocked = "account_locked"
    }

    struct Entry: Codable, Sendable {
        let cursor: EventCursor
        /// In seconds since 1970.
        let recordedAt: UInt64
        let kind: Kind
        let blockNumber: UInt32?
        let noteId: NoteID?
        let transactionId: TransactionID?
        let accountId: AccountID?
        let reason: Transaction.DiscardReason?

        enum CodingKeys: String, CodingKey {
            case cursor
            case recordedAt = "recorded_at"
            case kind
            case blockNumber = "block_number"
            case noteId = "note_id"
            case transactionId = "transaction_id"
            case accountId = "account_id"
            case reason
        }
    }

    let events: [Entry]
    let newest: EventCursor
}

extension WalletEvent {
    init(_ entry: GetEventsReply.Entry) throws(MidenError) {
        self.init(
            cursor: entry.cursor,
            recordedAt: Date(seconds: entry.recordedAt),
            kind: try Kind(entry)
        )
    }
}

extension WalletEvent.Kind {
    fileprivate init(_ entry: GetEventsReply.Entry) throws(MidenError) {
        switch (entry.kind, entry.noteId, entry.transactionId, entry.accountId, entry.blockNumber) {
        case (.synced, _, _, _, let block?):
            self = .synced(block: block)
        case (.noteArrived, let note?, _, _, _):
            self = .noteArrived(note)
        case (.noteConsumed, let note?, _, _, _):
            self = .noteConsumed(note)
        case (.transactionCommitted, _, let transaction?, let account?, let block?):
            self = .transactionCommitted(transaction, accountId: account, block: block)
        case (.transactionDiscarded, _, let transaction?, let account?, _):
            let reason = entry.reason ?? Transaction.DiscardReason(rawValue: "unknown")
            self = .transactionDiscarded(transaction, accountId: account, reason: reason)
        case (.accountLocked, _, _, let account?, _):
            self = .accountLocked(account)
        default:
            throw MidenError(
                code: .internal,
                kind: .bridge,
                message: "An event of the kind \(entry.kind.rawValue) came without what it is about."
            )
        }
    }
}
