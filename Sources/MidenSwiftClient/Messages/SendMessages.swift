internal import CMidenSwiftClient

/// Sends an asset to another account.
struct SendRequest: Request, Codable {
    typealias Reply = SendReply

    static var operation: UInt32 { UInt32(WC_OPERATION_SEND) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    let recipientId: AccountID
    let faucetId: AccountID
    let amount: UInt64
    let noteType: NoteType

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case recipientId = "recipient_id"
        case faucetId = "faucet_id"
        case amount
        case noteType = "note_type"
    }
}

/// The transaction and the note it makes.
struct SendReply: Codable, Sendable {
    let transactionId: TransactionID
    let blockNumber: UInt32
    let provenBy: MidenWallet.ProvenBy
    let noteId: NoteID

    enum CodingKeys: String, CodingKey {
        case transactionId = "transaction_id"
        case blockNumber = "block_number"
        case provenBy = "proven_by"
        case noteId = "note_id"
    }
}

extension SentNote {
    init(_ reply: SendReply) {
        self.init(
            transactionId: reply.transactionId,
            noteId: reply.noteId,
            blockNumber: reply.blockNumber,
            provenBy: reply.provenBy
        )
    }
}
