/// The notes that were asked for.
public struct InputNotesResult: Hashable, Sendable {
    /// The notes.
    public let notes: [InputNote]

    /// Makes a result. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameter notes: The notes.
    public init(notes: [InputNote]) {
        self.notes = notes
    }

    /// How many notes there are, consumable or not.
    public var totalCount: Int { notes.count }

    /// The notes that can be consumed now, in the order of ``notes``.
    public var consumableNotes: [InputNote] { notes.filter(\.isConsumable) }

    /// The ids of the notes that can be consumed now, in the order of ``notes``.
    public var consumableNoteIds: [NoteID] { consumableNotes.map(\.id) }

    /// Whether there is a note that can be consumed now.
    public var hasConsumableNotes: Bool { notes.contains(where: \.isConsumable) }

    /// The notes that a call which consumes all notes takes: payments, and tokens to destroy.
    public var notesConsumedTogether: [InputNote] { notes.filter { $0.isConsumable && $0.leftOut == nil } }

    /// The notes that such a call leaves out, although an account may be able to consume them. Each says why.
    public var leftOutNotes: [InputNote] { notes.filter { $0.leftOut != nil } }

    /// The notes of which it is not known which accounts can consume them. Each says why.
    public var unverifiedNotes: [InputNote] { notes.filter { $0.unverified != nil } }

    /// What the consumable notes carry together: one entry for each token, in the order in which ``notes`` first
    /// names them.
    public var consumableFungibleAssets: [FungibleAsset] {
        consumableNotes.flatMap(\.fungibleAssets).totals
    }
}
