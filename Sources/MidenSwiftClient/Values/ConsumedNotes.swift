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

    /// A note that is consumed by its id alone.
    public struct LeftOut: Sendable, Equatable {
        /// The note.
        public let noteId: NoteID
        /// Why it is left out.
        public let reason: InputNote.LeftOutReason

        /// Makes a description. The library does this itself; the initializer is public for tests and previews.
        ///
        /// - Parameters:
        ///   - noteId: The note.
        ///   - reason: Why it is left out.
        public init(noteId: NoteID, reason: InputNote.LeftOutReason) {
            self.noteId = noteId
            self.reason = reason
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
    /// The notes that the account may be able to consume, but only by their ids.
    public internal(set) var leftOut: [LeftOut]
    /// Those of ``transactionIds`` that were made before this call, with the same reference.
    public internal(set) var earlierTransactionIds: [TransactionID]

    /// Makes a result. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transactionIds: The transactions that were made.
    ///   - provenBy: Who made the proof of each.
    ///   - noteIds: The notes that are consumed.
    ///   - failures: The notes that were not.
    ///   - leftOut: The notes that are consumed by their ids alone.
    ///   - earlierTransactionIds: Those of the transactions that were made before with the same reference.
    public init(
        transactionIds: [TransactionID],
        provenBy: [MidenWallet.ProvenBy] = [],
        noteIds: [NoteID],
        failures: [Failure] = [],
        leftOut: [LeftOut] = [],
        earlierTransactionIds: [TransactionID] = []
    ) {
        self.transactionIds = transactionIds
        self.provenBy = provenBy
        self.noteIds = noteIds
        self.failures = failures
        self.leftOut = leftOut
        self.earlierTransactionIds = earlierTransactionIds
    }
}
