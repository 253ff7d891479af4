/// A private note of this wallet that its receiver has not been sent yet.
public struct UndeliveredNote: Hashable, Sendable {
    /// The note.
    public let noteId: NoteID
    /// The account it is for.
    public let receiverId: AccountID
    /// Whether it is in a block, as far as the wallet has synced. Before that it cannot be delivered.
    public let isCommitted: Bool

    /// Makes a value. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - noteId: The note.
    ///   - receiverId: The account it is for.
    ///   - isCommitted: Whether it is in a block.
    public init(noteId: NoteID, receiverId: AccountID, isCommitted: Bool) {
        self.noteId = noteId
        self.receiverId = receiverId
        self.isCommitted = isCommitted
    }
}
