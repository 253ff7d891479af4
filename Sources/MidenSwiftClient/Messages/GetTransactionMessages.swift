internal import CMidenSwiftClient

/// Asks what became of a transaction.
struct GetTransactionRequest: Request, Codable {
    typealias Reply = GetTransactionReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_TRANSACTION) }

    let transactionId: TransactionID

    enum CodingKeys: String, CodingKey {
        case transactionId = "transaction_id"
    }
}

/// What became of a transaction.
struct GetTransactionReply: Codable, Sendable {
    enum State: String, Codable, Sendable {
        case pending, committed, discarded
    }

    let transactionId: TransactionID
    let accountId: AccountID
    let state: State
    let blockNumber: UInt32?
    let reason: Transaction.DiscardReason?

    enum CodingKeys: String, CodingKey {
        case transactionId = "transaction_id"
        case accountId = "account_id"
        case state
        case blockNumber = "block_number"
        case reason
    }
}

extension Transaction {
    init(_ reply: GetTransactionReply) throws(MidenError) {
        self.init(
            id: reply.transactionId,
            accountId: reply.accountId,
            state: try State(reply.state, block: reply.blockNumber, reason: reply.reason)
        )
    }
}

extension Transaction.State {
    init(
        _ state: GetTransactionReply.State,
        block: UInt32?,
        reason: Transaction.DiscardReason?
    ) throws(MidenError) {
        switch (state, block) {
        case (.pending, _):
            self = .pending
        case (.committed, let block?):
            self = .committed(block: block)
        case (.committed, nil):
            throw MidenError(code: .internal, kind: .bridge, message: "A committed transaction came without its block.")
        case (.discarded, _):
            self = .discarded(reason: reason ?? Transaction.DiscardReason(rawValue: "unknown"))
        }
    }
}
