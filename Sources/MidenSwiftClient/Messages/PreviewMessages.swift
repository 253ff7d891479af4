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
