/// A swap that nobody has filled yet, or not to its end, as far as the wallet knows.
public struct OpenSwap: Hashable, Sendable, Identifiable {
    /// The swap's note. Of a swap that was filled in part, the note with what is left.
    public let id: NoteID
    /// The account that made the note. One that fills a swap in part makes the note with what is left.
    public let sender: AccountID?
    /// Who can read the note.
    public let noteType: NoteType
    /// How far the note has come.
    public let state: InputNote.State
    /// The account of this wallet that offers it, and can cancel it. Nil for a swap of somebody else.
    public let ownAccountId: AccountID?
    /// What the swap offers, and for what.
    public let terms: SwapTerms

    /// Makes a description of a swap. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - id: The swap's note.
    ///   - sender: The account that made the note.
    ///   - noteType: Who can read the note.
    ///   - state: How far the note has come.
    ///   - ownAccountId: The account of this wallet that offers it.
    ///   - terms: What the swap offers, and for what.
    public init(
        id: NoteID,
        sender: AccountID? = nil,
        noteType: NoteType,
        state: InputNote.State,
        ownAccountId: AccountID? = nil,
        terms: SwapTerms
    ) {
        self.id = id
        self.sender = sender
        self.noteType = noteType
        self.state = state
        self.ownAccountId = ownAccountId
        self.terms = terms
    }
}
