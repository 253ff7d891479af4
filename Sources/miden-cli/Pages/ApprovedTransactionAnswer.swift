import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What became of a transaction that a page asked for and the user approved.
struct ApprovedTransactionAnswer: AnswerPart {
    let reference: String
    /// `executing`, `pending`, `committed`, `discarded` or `failed`.
    let state: String
    /// Whether what the user approved happened. If false, nothing was paid. Nil if it is not known yet.
    @OrNull var isCarriedOut: Bool?
    @OrNull var transactionId: TransactionID?
    /// Why it did not happen.
    @OrNull var reason: String?

    enum CodingKeys: CodingKey, CaseIterable {
        case reference, state, isCarriedOut, transactionId, reason
    }

    init(_ transaction: ApprovedTransaction) {
        reference = transaction.reference
        state =
            switch transaction.state {
            case .executing: "executing"
            case .pending: "pending"
            case .committed: "committed"
            case .discarded: "discarded"
            case .failed: "failed"
            }
        isCarriedOut = transaction.isCarriedOut
        transactionId = transaction.transactionId
        reason = transaction.reason
    }

    /// What people have to know of it besides its state. Nil if there is nothing.
    var loss: String? {
        reason.map { "Nothing was paid. \($0)" }
    }
}

/// The line of `serve` that tells what became of a transaction.
struct SettledTransactionAnswer: Encodable, Sendable {
    /// Nil for the Safari extension.
    @OrNull var origin: String?
    let accountId: AccountID
    let approvedAt: String
    let transaction: ApprovedTransactionAnswer

    init(_ settled: ApprovedTransaction) {
        origin = settled.origin
        accountId = settled.accountId
        approvedAt = settled.approvedAt.text
        transaction = ApprovedTransactionAnswer(settled)
    }

    /// What people read.
    var text: String {
        let what = "the transaction of \(origin ?? "the Safari extension") that you approved at \(approvedAt)"
        let name = transaction.transactionId.map { "id \($0)" } ?? "reference \(transaction.reference)"
        let loss = transaction.loss.map { " \($0)" } ?? ""
        return "\(transaction.state.capitalized): \(what), \(name).\(loss)".onOneLine
    }
}
