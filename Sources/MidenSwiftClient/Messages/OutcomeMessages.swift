internal import CMidenSwiftClient

/// Asks what came of a request that was made with a reference before.
struct OutcomeRequest: Request, Codable {
    typealias Reply = OutcomeReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_OUTCOME) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    let draft: DraftMessage
    let reference: String

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case draft, reference
    }

    init(accountId: AccountID, draft: TransactionDraft, reference: String) {
        self.accountId = accountId
        self.draft = DraftMessage(draft)
        self.reference = reference
    }
}

/// The transaction that was made. Nil if there is none, or one that cannot be included any more.
struct OutcomeReply: Codable, Sendable {
    let made: TransactReply?
}
