internal import CMidenSwiftClient

/// Makes the transaction of a draft.
struct TransactRequest: Request, Codable {
    typealias Reply = TransactReply

    static var operation: UInt32 { UInt32(WC_OPERATION_TRANSACT) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    let draft: DraftMessage
    let maximumFee: UInt64?
    let prover: ConfigurationMessage.Prover?
    let reference: String?
    let approved: ApprovalMessage?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case draft
        case maximumFee = "maximum_fee"
        case prover, reference, approved
    }

    init(
        accountId: AccountID,
        draft: TransactionDraft,
        approved: TransactionApproval? = nil,
        maximumFee: Amount?,
        prover: MidenWallet.Prover? = nil,
        reference: String? = nil
    ) {
        self.accountId = accountId
        self.draft = DraftMessage(draft)
        self.maximumFee = maximumFee?.baseUnits
        self.prover = prover.map(ConfigurationMessage.Prover.init)
        self.reference = reference
        self.approved = approved.map(ApprovalMessage.init)
    }
}

/// The transaction and the notes that it makes for its draft.
struct TransactReply: Codable, Sendable {
    let transactionId: TransactionID
    let blockNumber: UInt32
    let provenBy: MidenWallet.ProvenBy
    let noteIds: [NoteID]
    let stacks: [[Felt]]?

    enum CodingKeys: String, CodingKey {
        case transactionId = "transaction_id"
        case blockNumber = "block_number"
        case provenBy = "proven_by"
        case noteIds = "note_ids"
        case stacks
    }
}

extension SentTransaction {
    init(_ reply: TransactReply) {
        self.init(
            transactionId: reply.transactionId,
            noteIds: reply.noteIds,
            blockNumber: reply.blockNumber,
            provenBy: reply.provenBy,
            stacks: reply.stacks ?? []
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
