import Foundation
import MidenRequests
import MidenSwiftClient

/// What became of a request that this wallet decided.
struct RequestRecordAnswer: CommandAnswer {
    /// A receipt, as its requester can verify it.
    struct Receipt: AnswerPart {
        /// The bytes of its text.
        let receipt: Data
        /// Nil if the receipt names no account.
        @OrNull var signature: Data?

        enum CodingKeys: CodingKey, CaseIterable {
            case receipt, signature
        }

        init(_ receipt: SignedReceipt) {
            self.receipt = receipt.text
            signature = receipt.signature
        }
    }

    let requestId: String
    let requestDigest: String
    let action: RequestAction
    let requester: RequesterAnswer
    let accountId: AccountID
    let status: RequestStatus
    let decidedAt: String
    let transactions: [RequestTransactionAnswer]
    let receipts: [Receipt]
    /// Whether something is left to do.
    let isOpen: Bool
    /// Why it was not carried out. The requester does not learn it.
    @OrNull var reason: String?
    /// What failed beside. Not in the JSON.
    let failure: MidenError?
    /// The file that has the receipt. Not in the JSON.
    private let file: String?

    enum CodingKeys: CodingKey, CaseIterable {
        case requestId, requestDigest, action, requester, accountId, status, decidedAt, transactions, receipts
        case isOpen, reason
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [
        .requester: RequesterAnswer.self, .transactions: RequestTransactionAnswer.self, .receipts: Receipt.self,
    ]

    /// What became of a request.
    ///
    /// - Parameters:
    ///   - record: The request.
    ///   - file: The file that has the receipt, if one was written.
    ///   - failure: What failed beside.
    init(_ record: RequestRecord, file: String? = nil, failure: MidenError? = nil) {
        requestId = record.id.text
        requestDigest = record.requestDigest.hexDigits
        action = record.action
        requester = RequesterAnswer(record.requester)
        accountId = record.accountID
        status = record.status
        decidedAt = record.decidedAt.text
        transactions = record.transactions.map(RequestTransactionAnswer.init)
        receipts = record.receipts.map(Receipt.init)
        isOpen = record.isOpen
        reason = record.reason
        self.file = file
        self.failure = failure
    }

    var text: String {
        var facts: [(name: String, value: String)] = [
            ("request", requestId), ("action", action.rawValue),
            ("requester", "“\(requester.shownName)” (\(requester.fingerprint))"), ("account", accountId.hex),
            ("decided", decidedAt),
        ]
        facts += transactions.flatMap(\.facts)
        facts += [("reason, for you alone", reason ?? ""), ("receipt", file ?? "")].filter { !$0.1.isEmpty }
        return "\(sentence)\n\(Table.facts(facts))\(advice)"
    }

    private var sentence: String {
        switch status {
        case .requested: "The request is approved, and its transaction is not submitted yet."
        case .executed where !isOpen: "The transaction was submitted. What became of it is not known here."
        case .executed: "The transaction is submitted, and not in a block yet."
        case .succeeded: "The request is carried out."
        case .failed: "The transaction was submitted, and no block includes it."
        case .reverted: "The request was approved, and nothing was done."
        case .cancelled: "The request was declined. Nothing was done."
        case .expired: "The request has expired. Nothing was done."
        }
    }

    private var advice: String {
        if isOpen {
            return "\n`miden-cli request resume` goes on with it."
        }
        return file == nil && !receipts.isEmpty
            ? "\nTo hand the receipt to the requester, give the link again with --receipt FILE. Nothing is done twice."
            : ""
    }
}
