internal import CMidenSwiftClient

/// Asks what a transaction would do.
struct PreviewRequest: Request, Codable {
    typealias Reply = TransactionSummaryMessage

    static var operation: UInt32 { UInt32(WC_OPERATION_PREVIEW) }
    static var isTransaction: Bool { true }

    /// One of them is there, and says what kind of transaction it is.
    struct Draft: Codable, Sendable {
        var send: [PaymentMessage]?
        var consume: [NoteID]?
        var custom: CustomTransactionMessage?
    }

    let accountId: AccountID
    let draft: Draft

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case draft
    }

    init(accountId: AccountID, draft: TransactionDraft) {
        self.accountId = accountId
        self.draft =
            switch draft {
            case .send(let payments): Draft(send: payments.map(PaymentMessage.init))
            case .consume(let noteIds): Draft(consume: noteIds)
            case .custom(let transaction): Draft(custom: CustomTransactionMessage(transaction))
            }
    }
}
