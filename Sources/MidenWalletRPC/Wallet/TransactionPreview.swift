import Foundation
import MidenSwiftClient

/// What the wallet knows of a transaction that a page asks for, before the user decides.
public struct TransactionPreview: Hashable, Sendable {
    /// What was found out.
    public enum Effects: Hashable, Sendable {
        /// What it would do if it were made now: the wallet executed it. If the decimals of a token are not known, they are nil:
        /// say so, and show the base units.
        case known(TransactionSummary)
        /// The wallet has not executed it, because no code of a page runs before the user asks for it:
        /// ``ApprovalQuestion/simulate()``. The fee is not known. If there is a digest, the question shows all else that it does,
        /// and it is made only if it does that.
        case notExecuted
        /// It cannot be made now, for the reason that this sentence tells. The page does not learn the reason.
        case impossible(String)
    }

    /// What was found out.
    public let effects: Effects
    /// What ``ApprovalAnswer/approveTransaction(digest:)`` names, 32 bytes. Nil if it cannot be approved: show the effects, and
    /// let the user decline.
    public let digest: Data?
    /// What is made if it is approved: what was previewed, limited to what was found out. Nil if it cannot be approved.
    package let work: TransactionWork?

    package init(_ effects: Effects, digest: Data?, work: TransactionWork? = nil) {
        self.effects = effects
        self.digest = digest
        self.work = work
    }

    /// Of a transaction that was executed.
    init(_ summary: TransactionSummary, of draft: TransactionWork.Draft, noteFiles: [Data]) {
        let work = summary.approval.map { TransactionWork(draft: draft, noteFiles: noteFiles, limit: .approval($0)) }
        self.init(.known(summary), digest: summary.approval?.digest, work: work)
    }

    /// Of a transaction that tells all that it does without an execution, but for its fee.
    init(notExecuted shown: ShownEffects, draft: TransactionWork.Draft, noteFiles: [Data]) throws {
        let work = TransactionWork(draft: draft, noteFiles: noteFiles, limit: .shown(shown))
        self.init(.notExecuted, digest: SHA256.hash(try JSONText(encoding: work).data), work: work)
    }

    init(impossible error: any Error) {
        self.init(.impossible(error.explanation.shown(atMost: 1024)), digest: nil)
    }
}
