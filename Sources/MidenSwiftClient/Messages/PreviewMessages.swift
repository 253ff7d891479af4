internal import CMidenSwiftClient

/// Asks what a transaction would do.
struct PreviewRequest: Request, Codable {
    typealias Reply = TransactionSummaryMessage

    static var operation: UInt32 { UInt32(WC_OPERATION_PREVIEW) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    let draft: DraftMessage

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case draft
    }

    init(accountId: AccountID, draft: TransactionDraft) {
        self.accountId = accountId
        self.draft = DraftMessage(draft)
    }
}

/// Asks what consuming all there is would do.
struct PreviewConsumeAllRequest: Request, Codable {
    typealias Reply = PreviewConsumeAllReply

    static var operation: UInt32 { UInt32(WC_OPERATION_PREVIEW_CONSUME_ALL) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    /// How many notes may be consumed.
    let maximumNotes: Int

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case maximumNotes = "maximum_notes"
    }
}

/// What the next transaction would do, and what it would leave.
struct PreviewConsumeAllReply: Codable, Sendable {
    /// Nil where there is nothing to consume.
    let transaction: TransactionSummaryMessage?
    let failures: [ConsumeAllReply.Failure]
    /// Notes for the transactions after it.
    let remainingNoteIds: [NoteID]
    let leftOut: [ConsumeAllReply.LeftOut]

    enum CodingKeys: String, CodingKey {
        case transaction, failures
        case remainingNoteIds = "remaining_note_ids"
        case leftOut = "left_out"
    }
}

extension ConsumptionPreview {
    init(_ reply: PreviewConsumeAllReply) {
        self.init(
            transaction: reply.transaction.map(TransactionSummary.init),
            furtherNoteIds: reply.remainingNoteIds,
            failures: reply.failures.map(ConsumedNotes.Failure.init),
            leftOut: reply.leftOut.map(ConsumedNotes.LeftOut.init)
        )
    }
}
