internal import CMidenSwiftClient

/// Asks the embedded chain's faucet for an asset.
struct MintRequest: Request, Codable {
    typealias Reply = MintReply

    static var operation: UInt32 { UInt32(WC_OPERATION_MINT) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    let token: String
    let amount: UInt64
    let noteType: NoteType

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case token, amount
        case noteType = "note_type"
    }
}

/// The faucet's transaction and the note it makes.
struct MintReply: Codable, Sendable {
    let transactionId: TransactionID
    let blockNumber: UInt32
    let provenBy: MidenWallet.ProvenBy
    let noteId: NoteID
    let faucetId: AccountID

    enum CodingKeys: String, CodingKey {
        case transactionId = "transaction_id"
        case blockNumber = "block_number"
        case provenBy = "proven_by"
        case noteId = "note_id"
        case faucetId = "faucet_id"
    }
}

extension MintedNote {
    init(_ reply: MintReply) {
        self.init(
            transactionId: reply.transactionId,
            noteId: reply.noteId,
            faucetId: reply.faucetId,
            blockNumber: reply.blockNumber
        )
    }
}
