internal import CMidenSwiftClient

/// Makes the transaction of a draft.
struct TransactRequest: Request, Codable {
    typealias Reply = SendReply

    static var operation: UInt32 { UInt32(WC_OPERATION_TRANSACT) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    let draft: DraftMessage
    let maximumFee: UInt64?
    let prover: ConfigurationMessage.Prover?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case draft
        case maximumFee = "maximum_fee"
        case prover
    }

    init(accountId: AccountID, draft: TransactionDraft, maximumFee: Amount?, prover: MidenWallet.Prover? = nil) {
        self.accountId = accountId
        self.draft = DraftMessage(draft)
        self.maximumFee = maximumFee?.baseUnits
        self.prover = prover.map(ConfigurationMessage.Prover.init)
    }
}
