internal import CMidenSwiftClient
import Foundation

/// Asks for a page of the wallet's transactions.
struct GetTransactionsRequest: Request, Codable {
    typealias Reply = GetTransactionsReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_TRANSACTIONS) }

    let accountId: AccountID?
    let state: TransactionQuery.State?
    let kind: TransactionRecord.Kind?
    /// In seconds since 1970, as the times of the reply.
    let createdFrom: UInt64?
    let createdBefore: UInt64?
    let reference: String?
    let after: HistoryCursor?
    let limit: UInt32

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case state, kind
        case createdFrom = "created_from"
        case createdBefore = "created_before"
        case reference, after, limit
    }

    init(_ query: TransactionQuery, after: HistoryCursor?, limit: Int) {
        accountId = query.accountId
        state = query.state
        kind = query.kind
        createdFrom = query.createdFrom?.secondsRoundedUp
        createdBefore = query.createdBefore?.secondsRoundedUp
        reference = query.reference
        self.after = after
        self.limit = UInt32(clamping: limit)
    }
}

/// A page of transactions.
struct GetTransactionsReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        struct FromChain: Codable, Sendable {
            let unknownConsumedNotes: Int
            let unknownCreatedNotes: Int

            enum CodingKeys: String, CodingKey {
                case unknownConsumedNotes = "unknown_consumed_notes"
                case unknownCreatedNotes = "unknown_created_notes"
            }
        }

        let transactionId: TransactionID
        let accountId: AccountID
        let kind: TransactionRecord.Kind
        let state: GetTransactionReply.State
        let blockNumber: UInt32?
        let committedAt: UInt64?
        let reason: Transaction.DiscardReason?
        let createdAt: UInt64
        let assetsIn: AssetsMessage
        let assetsOut: AssetsMessage
        let fee: FungibleAssetMessage?
        let consumedNoteIds: [NoteID]
        let createdNoteIds: [NoteID]
        let counterpartyIds: [AccountID]
        let fromChain: FromChain?
        let reference: String?

        enum CodingKeys: String, CodingKey {
            case transactionId = "transaction_id"
            case accountId = "account_id"
            case kind, state
            case blockNumber = "block_number"
            case committedAt = "committed_at"
            case reason
            case createdAt = "created_at"
            case assetsIn = "assets_in"
            case assetsOut = "assets_out"
            case fee
            case consumedNoteIds = "consumed_note_ids"
            case createdNoteIds = "created_note_ids"
            case counterpartyIds = "counterparty_ids"
            case fromChain = "from_chain"
            case reference
        }
    }

    let transactions: [Entry]
    let next: HistoryCursor?
}

extension TransactionPage {
    init(_ reply: GetTransactionsReply) throws(MidenError) {
        var transactions: [TransactionRecord] = []
        for entry in reply.transactions {
            transactions.append(try TransactionRecord(entry))
        }
        self.init(transactions: transactions, next: reply.next)
    }
}

extension TransactionRecord {
    init(_ entry: GetTransactionsReply.Entry) throws(MidenError) {
        self.init(
            id: entry.transactionId,
            accountId: entry.accountId,
            kind: entry.kind,
            state: try Transaction.State(entry.state, block: entry.blockNumber, reason: entry.reason),
            createdAt: Date(seconds: entry.createdAt),
            committedAt: entry.committedAt.map(Date.init(seconds:)),
            assetsIn: TransactionSummary.Assets(entry.assetsIn),
            assetsOut: TransactionSummary.Assets(entry.assetsOut),
            fee: entry.fee.map(FungibleAsset.init),
            consumedNotes: entry.consumedNoteIds,
            createdNotes: entry.createdNoteIds,
            counterparties: entry.counterpartyIds,
            fromChain: entry.fromChain.map { taken in
                FromChain(
                    unknownConsumedNotes: taken.unknownConsumedNotes,
                    unknownCreatedNotes: taken.unknownCreatedNotes
                )
            },
            reference: entry.reference
        )
    }
}

extension Date {
    /// The time of so many seconds since 1970.
    init(seconds: UInt64) {
        self.init(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// Whole seconds since 1970. Times are kept in those, so what is made at this time or later was made in this second or
    /// later.
    var secondsRoundedUp: UInt64 {
        // What is farther away than this is farther away than everything; and no number compares with none.
        let seconds = timeIntervalSince1970.rounded(.up)
        return seconds > 0 ? UInt64(min(seconds, 1e15)) : 0
    }
}

/// Fills the history with copies of one transaction. Only a core with the embedded chain can.
struct FillHistoryRequest: Request, Codable {
    typealias Reply = Void

    static var operation: UInt32 { UInt32(WC_OPERATION_TEST_FILL_HISTORY) }

    let count: UInt32
}
