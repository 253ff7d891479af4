import Foundation
import MidenSwiftClient

/// A transaction that a page asked for and the user approved. It is kept so that it is made once, whatever happens to the page
/// and to the process.
struct RequestedTransaction: Codable, Hashable, Sendable {
    /// How far it is.
    enum State: Codable, Hashable, Sendable {
        /// The user approved it.
        case approved
        /// The wallet executes it, or will again after a restart.
        case executing
        /// It is submitted. If it was refused, a block may include it all the same.
        case pending(TransactionID)
        /// A block includes it.
        case committed(TransactionID)
        /// No block can include it any more, for a reason.
        case discarded(TransactionID, reason: String)
        /// It could not be executed or submitted, for a reason.
        case failed(reason: String)
    }

    /// The origin of the page; nil for the Safari extension.
    let origin: String?
    /// The account that pays.
    let accountId: AccountID
    /// The network of the wallet.
    let network: WalletNetwork
    /// The id of the call, from which its reference is made. Nil if a version wrote it that does not keep it.
    let callId: String?
    /// The SHA-256 of method and parameters.
    let parameters: Data
    /// When the user approved it, to the second.
    let approvedAt: Date
    /// How far it is.
    private(set) var state = State.approved
    /// The number of the last change that pages are told of: each has a higher one than all earlier ones. Nil if a version
    /// wrote it that does not number them.
    var lastChange: Int?
    /// What to execute. Nil once it is submitted or failed.
    private(set) var work: TransactionWork?

    init(
        origin: String?,
        grant: Grant,
        callId: String,
        parameters: Data,
        approvedAt: Date,
        work: TransactionWork
    ) {
        self.origin = origin
        accountId = grant.accountId
        network = grant.network
        self.callId = callId
        self.parameters = parameters
        self.approvedAt = Date(timeIntervalSince1970: approvedAt.timeIntervalSince1970.rounded(.down))
        self.work = work
    }

    /// Whether nothing more will happen to it.
    var isSettled: Bool {
        switch state {
        case .committed, .discarded, .failed: true
        case .approved, .executing, .pending: false
        }
    }

    /// Whether a reference is that of its call.
    func isOfReference(_ reference: String) -> Bool {
        guard let callId else { return false }
        return Self.reference(origin: origin, accountId: accountId, callId: callId) == reference
    }

    /// Goes on to another state.
    mutating func become(_ state: State) {
        self.state = state
        switch state {
        case .approved, .executing: break
        case .pending, .committed, .discarded, .failed: work = nil
        }
    }

    /// Limits it to what a preview showed that is within what the user approved.
    mutating func limit(to approval: TransactionApproval) {
        work?.limit = .approval(approval)
    }

    /// What pages are told.
    func change(reference: String) -> TransactionChange {
        switch state {
        case .approved, .executing: TransactionChange(transactionId: reference, state: .executing)
        case .pending(let id): TransactionChange(transactionId: reference, state: .pending, txHash: id.hex)
        case .committed(let id): TransactionChange(transactionId: reference, state: .committed, txHash: id.hex)
        case .discarded(let id, _): TransactionChange(transactionId: reference, state: .discarded, txHash: id.hex)
        case .failed: TransactionChange(transactionId: reference, state: .failed)
        }
    }

    /// The wallet's name of the transaction of a call, 64 hexadecimal digits: a hash of origin, account and call id. An origin
    /// has no line feed.
    static func reference(origin: String?, accountId: AccountID, callId: String) -> String {
        let name = "miden-swift transaction reference v1\n\(origin ?? "")\n\(accountId.hex)\n\(callId)"
        return SHA256.hash(Data(name.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
