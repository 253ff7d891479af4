/// What consuming all notes of an account would do.
public struct ConsumptionPreview: Sendable, Equatable {
    /// What the first transaction would do. Nil where there is nothing to consume.
    public let transaction: TransactionSummary?
    /// The notes that are left for further transactions, each of which has a fee of its own where there are fees.
    public let furtherNoteIds: [NoteID]
    /// The notes that cannot be consumed although the account should be able to.
    public let failures: [ConsumedNotes.Failure]
    /// The notes that the account may be able to consume, but only by their ids.
    public let leftOut: [ConsumedNotes.LeftOut]

    /// Makes a preview. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transaction: What the first transaction would do.
    ///   - furtherNoteIds: The notes that are left for further transactions.
    ///   - failures: The notes that cannot be consumed.
    ///   - leftOut: The notes that are consumed by their ids alone.
    public init(
        transaction: TransactionSummary?,
        furtherNoteIds: [NoteID] = [],
        failures: [ConsumedNotes.Failure] = [],
        leftOut: [ConsumedNotes.LeftOut] = []
    ) {
        self.transaction = transaction
        self.furtherNoteIds = furtherNoteIds
        self.failures = failures
        self.leftOut = leftOut
    }
}
