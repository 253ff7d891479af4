/// What came of consuming all the notes there were.
public struct ConsumedNotes: Sendable, Equatable {
    /// A note that was not consumed.
    public struct Failure: Sendable, Equatable {
        /// The note.
        public let noteId: NoteID
        /// Why it was not consumed.
        public let error: MidenError

        /// Makes a failure. The library does this itself; the initializer is public for tests and previews.
        ///
        /// - Parameters:
        ///   - noteId: The note.
        ///   - error: Why it was not consumed.
        public init(noteId: NoteID, error: MidenError) {
            self.noteId = noteId
            self.error = error
        }
    }

    /// The transactions that were made, none where there was nothing to consume.
    public internal(set) var transactionIds: [TransactionID]
    /// Who made the proof of each of them.
    public internal(set) var provenBy: [MidenWallet.ProvenBy]
    /// The notes that are consumed by them.
    public internal(set) var noteIds: [NoteID]
    /// The notes that were not consumed although the account should be able to.
    public internal(set) var failures: [Failure]

    /// Makes a result. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transactionIds: The transactions that were made.
    ///   - provenBy: Who made the proof of each.
    ///   - noteIds: The notes that are consumed.
    ///   - failures: The notes that were not.
    public init(
        transactionIds: [TransactionID],
        provenBy: [MidenWallet.ProvenBy] = [],
        noteIds: [NoteID],
        failures: [Failure] = []
    ) {
        self.transactionIds = transactionIds
        self.provenBy = provenBy
        self.noteIds = noteIds
        self.failures = failures
    }
}
