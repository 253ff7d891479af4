import Foundation
import MidenSwiftClient

/// What the wallet knows of a transaction that a page asks for, before the user decides.
public struct TransactionPreview: Hashable, Sendable {
    /// What was found out.
    public enum Effects: Hashable, Sendable {
        /// What it would do if it were made now: the wallet executed it. If the decimals of a token are not known, they are nil:
        /// say so, and show the base units.
        case known(TransactionSummary)
        /// The wallet has not executed it, because no code of a page runs before the user asks for it.
        case notExecuted
        /// It cannot be made now, for the reason that this sentence tells. The page does not learn the reason.
        case impossible(String)
    }

    /// What was found out.
    public let effects: Effects
    /// What ``ApprovalAnswer/approveTransaction(digest:)`` names, 32 bytes. Nil if it cannot be approved: show the effects, and
    /// let the user decline.
    public let digest: Data?
    /// What the execution is limited to. Nil if it was not executed.
    let approval: TransactionApproval?

    init(_ effects: Effects, digest: Data?, approval: TransactionApproval? = nil) {
        self.effects = effects
        self.digest = digest
        self.approval = approval
    }

    init(_ summary: TransactionSummary) {
        self.init(.known(summary), digest: summary.approval?.digest, approval: summary.approval)
    }

    init(impossible error: any Error) {
        self.init(.impossible(error.localizedDescription), digest: nil)
    }
}
