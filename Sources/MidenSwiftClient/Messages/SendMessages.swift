internal import CMidenSwiftClient

/// Makes payments, all in one transaction.
struct SendRequest: Request, Codable {
    typealias Reply = SendReply

    static var operation: UInt32 { UInt32(WC_OPERATION_SEND) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    let payments: [PaymentMessage]
    let maximumFee: UInt64?
    let prover: ConfigurationMessage.Prover?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case payments
        case maximumFee = "maximum_fee"
        case prover
    }

    init(accountId: AccountID, payments: [Payment], maximumFee: Amount?, prover: MidenWallet.Prover? = nil) {
        self.accountId = accountId
        self.payments = payments.map(PaymentMessage.init)
        self.maximumFee = maximumFee?.baseUnits
        self.prover = prover.map(ConfigurationMessage.Prover.init)
    }
}

/// The transaction and the note of each payment.
struct SendReply: Codable, Sendable {
    let transactionId: TransactionID
    let blockNumber: UInt32
    let provenBy: MidenWallet.ProvenBy
    let noteIds: [NoteID]

    enum CodingKeys: String, CodingKey {
        case transactionId = "transaction_id"
        case blockNumber = "block_number"
        case provenBy = "proven_by"
        case noteIds = "note_ids"
    }
}

extension SentTransaction {
    init(_ reply: SendReply) {
        self.init(
            transactionId: reply.transactionId,
            noteIds: reply.noteIds,
            blockNumber: reply.blockNumber,
            provenBy: reply.provenBy
        )
    }
}

extension SentNote {
    /// What came of a single payment.
    init(_ sent: SentTransaction) throws(MidenError) {
        guard let noteId = sent.noteIds.first, sent.noteIds.count == 1 else {
            throw MidenError(
                code: .internal,
                kind: .bridge,
                message: "A payment came back with \(sent.noteIds.count) notes.",
                transactionId: sent.transactionId
            )
        }
        self.init(
            transactionId: sent.transactionId,
            noteId: noteId,
            blockNumber: sent.blockNumber,
            provenBy: sent.provenBy
        )
    }
}
