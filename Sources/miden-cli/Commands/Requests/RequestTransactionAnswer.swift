import MidenRequests
import MidenSwiftClient

/// What became of a transaction of a request. The name of its status is not that of the request's.
struct RequestTransactionAnswer: AnswerPart {
    let transactionStatus: RequestStatus
    @OrNull var transactionId: TransactionID?
    @OrNull var blockNumber: UInt32?
    let noteIds: [NoteID]
    @OrNull var error: RequestErrorAnswer?

    enum CodingKeys: CodingKey, CaseIterable {
        case transactionStatus, transactionId, blockNumber, noteIds, error
    }

    init(_ transaction: TransactionReceipt) {
        transactionStatus = transaction.status
        transactionId = transaction.transactionID
        blockNumber = transaction.blockNumber
        noteIds = transaction.noteIDs
        error = transaction.error.map(RequestErrorAnswer.init)
    }

    /// What people read.
    var facts: [(name: String, value: String)] {
        [("transaction", transactionId?.hex ?? "none")]
            + (blockNumber.map { [("block", String($0))] } ?? [])
            + noteIds.map { ("note", $0.hex) }
            + (error.map { [("because", $0.message)] } ?? [])
    }
}

/// Why a request or a transaction of it was not carried out, as the requester learns it.
struct RequestErrorAnswer: AnswerPart {
    let code: String
    let message: String

    enum CodingKeys: CodingKey, CaseIterable {
        case code, message
    }

    init(_ error: ReceiptError) {
        code = error.code
        message = error.message
    }
}
