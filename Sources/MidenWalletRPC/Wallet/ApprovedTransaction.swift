import Foundation
import MidenSwiftClient

/// What became of a transaction that a page asked for and the user approved, for the user. A page does not learn the reasons.
public struct ApprovedTransaction: Hashable, Sendable {
    /// How far it is.
    public enum State: Hashable, Sendable {
        /// The wallet makes it, or will after a restart.
        case executing
        /// It is submitted, and no block includes it yet. The node may have refused it: a block may include it all the same.
        case pending(TransactionID)
        /// A block includes it.
        case committed(TransactionID)
        /// No block can include it any more, for a reason.
        case discarded(TransactionID, reason: String)
        /// It could not be executed or submitted, for a reason.
        case failed(reason: String)
    }

    /// The longest reason, in characters.
    private static let longestReason = 1024

    /// The wallet's name of it, which the page knows too.
    public let reference: String
    /// The origin of the page; nil if the wallet's own Safari extension asked.
    public let origin: String?
    /// The account.
    public let accountId: AccountID
    /// When the user approved it, to the second.
    public let approvedAt: Date
    /// How far it is. A reason may be the text of a node: it is one line, in which control and bidirectional characters are
    /// escaped.
    public let state: State

    init(_ transaction: RequestedTransaction, reference: String) {
        self.reference = reference
        origin = transaction.origin
        accountId = transaction.accountId
        approvedAt = transaction.approvedAt
        state =
            switch transaction.state {
            case .approved, .executing: .executing
            case .pending(let id): .pending(id)
            case .committed(let id): .committed(id)
            case .discarded(let id, let reason): .discarded(id, reason: reason.shown(atMost: Self.longestReason))
            case .failed(let reason): .failed(reason: reason.shown(atMost: Self.longestReason))
            }
    }

    /// The id of the chain; nil if there is none yet.
    public var transactionId: TransactionID? {
        switch state {
        case .pending(let id), .committed(let id), .discarded(let id, _): id
        case .executing, .failed: nil
        }
    }

    /// Why it did not happen; nil if it did, or may still.
    public var reason: String? {
        switch state {
        case .discarded(_, let reason), .failed(let reason): reason
        case .executing, .pending, .committed: nil
        }
    }

    /// Whether what the user approved happened: if false, nothing was paid. Nil if it is not known yet.
    public var isCarriedOut: Bool? {
        switch state {
        case .executing, .pending: nil
        case .committed: true
        case .discarded, .failed: false
        }
    }
}
