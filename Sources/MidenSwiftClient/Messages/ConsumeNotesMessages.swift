internal import CMidenSwiftClient

/// Takes what notes carry into an account.
struct ConsumeNotesRequest: Request, Codable {
    typealias Reply = ConsumeNotesReply

    static var operation: UInt32 { UInt32(WC_OPERATION_CONSUME_NOTES) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    let noteIds: [NoteID]
    let maximumFee: UInt64?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case noteIds = "note_ids"
        case maximumFee = "maximum_fee"
    }

    init(accountId: AccountID, noteIds: [NoteID], maximumFee: Amount?) {
        self.accountId = accountId
        self.noteIds = noteIds
        self.maximumFee = maximumFee?.baseUnits
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
