internal import CMidenSwiftClient
import Foundation

/// Asks for a page of the wallet's notes.
struct GetNotesRequest: Request, Codable {
    typealias Reply = GetNotesReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_NOTES) }

    let accountId: AccountID?
    let direction: NoteRecord.Direction?
    let state: NoteRecord.State?
    let noteType: NoteType?
    let kind: NoteKind?
    /// In seconds since 1970, as the times of the reply.
    let recordedFrom: UInt64?
    let recordedBefore: UInt64?
    let blockFrom: UInt32?
    let blockBefore: UInt32?
    let after: HistoryCursor?
    let limit: UInt32

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case direction, state, kind
        case noteType = "note_type"
        case recordedFrom = "recorded_from"
        case recordedBefore = "recorded_before"
        case blockFrom = "block_from"
        case blockBefore = "block_before"
        case after, limit
    }

    init(_ query: NoteQuery, after: HistoryCursor?, limit: Int) {
        accountId = query.accountId
        direction = query.direction
        state = query.state
        noteType = query.type
        kind = query.kind
        recordedFrom = query.recordedFrom?.secondsRoundedUp
        recordedBefore = query.recordedBefore?.secondsRoundedUp
        blockFrom = query.blockFrom
        blockBefore = query.blockBefore
        self.after = after
        self.limit = UInt32(clamping: limit)
    }
}

/// Asks for one note.
struct GetNoteRequest: Request, Codable {
    typealias Reply = GetNotesReply.Entry

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_NOTE) }

    let noteId: NoteID

    enum CodingKeys: String, CodingKey {
        case noteId = "note_id"
    }
}

/// A page of notes.
struct GetNotesReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let noteId: NoteID
        let direction: NoteRecord.Direction
        let accountId: AccountID?
        let noteType: NoteType
        let kind: NoteKind?
        let state: NoteRecord.State
        let blockNumber: UInt32?
        let consumedInBlock: UInt32?
        let recordedAt: UInt64
        let assets: AssetsMessage
        let counterpartyId: AccountID?
        let transactionId: TransactionID?

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case direction, kind
            case accountId = "account_id"
            case noteType = "note_type"
            case state
            case blockNumber = "block_number"
            case consumedInBlock = "consumed_in_block"
            case recordedAt = "recorded_at"
            case assets
            case counterpartyId = "counterparty_id"
            case transactionId = "transaction_id"
        }
    }

    let notes: [Entry]
    let next: HistoryCursor?
}

extension NotePage {
    init(_ reply: GetNotesReply) {
        self.init(notes: reply.notes.map(NoteRecord.init), next: reply.next)
    }
}

extension NoteRecord {
    init(_ entry: GetNotesReply.Entry) {
        self.init(
            noteId: entry.noteId,
            direction: entry.direction,
            accountId: entry.accountId,
            type: entry.noteType,
            kind: entry.kind,
            state: entry.state,
            blockNumber: entry.blockNumber,
            consumedInBlock: entry.consumedInBlock,
            recordedAt: Date(seconds: entry.recordedAt),
            assets: TransactionSummary.Assets(entry.assets),
            counterparty: entry.counterpartyId,
            transactionId: entry.transactionId
        )
    }
}
