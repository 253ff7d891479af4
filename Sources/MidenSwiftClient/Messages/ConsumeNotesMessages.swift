internal import CMidenSwiftClient

/// Takes what notes carry into an account.
struct ConsumeNotesRequest: Request, Codable {
    typealias Reply = ConsumeNotesReply

    static var operation: UInt32 { UInt32(WC_OPERATION_CONSUME_NOTES) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    let noteIds: [NoteID]
    let maximumFee: UInt64?
    let prover: ConfigurationMessage.Prover?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case noteIds = "note_ids"
        case maximumFee = "maximum_fee"
        case prover
    }

    init(accountId: AccountID, noteIds: [NoteID], maximumFee: Amount?, prover: MidenWallet.Prover? = nil) {
        self.accountId = accountId
        self.noteIds = noteIds
        self.maximumFee = maximumFee?.baseUnits
        self.prover = prover.map(ConfigurationMessage.Prover.init)
    }
}

/// The transaction that consumes the notes.
struct ConsumeNotesReply: Codable, Sendable {
    let transactionId: TransactionID
    let blockNumber: UInt32
    let provenBy: MidenWallet.ProvenBy

    enum CodingKeys: String, CodingKey {
        case transactionId = "transaction_id"
        case blockNumber = "block_number"
        case provenBy = "proven_by"
    }
}
