/// A transaction that is not made yet.
public enum TransactionDraft: Hashable, Sendable {
    /// Makes payments.
    case send([Payment])
    /// Consumes notes.
    case consume([NoteID])
    /// Runs code of one's own.
    case custom(CustomTransaction)
}
