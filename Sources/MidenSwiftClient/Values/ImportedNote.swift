/// What ``MidenWallet/importNote(file:timeout:)`` found out about a note.
public struct ImportedNote: Hashable, Sendable {
    /// The note; nil if the file does not contain its id. Later syncs find it out.
    public let noteId: NoteID?
    /// Whether the note is already consumed. The wallet then lists it in its history alone.
    public let isConsumed: Bool

    /// Makes a value. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - noteId: The note; nil if its id is not known.
    ///   - isConsumed: Whether the note is already consumed.
    public init(noteId: NoteID?, isConsumed: Bool) {
        self.noteId = noteId
        self.isConsumed = isConsumed
    }
}

extension ImportedNote {
    init(_ reply: ImportNoteReply) {
        self.init(noteId: reply.noteId, isConsumed: reply.isConsumed)
    }
}
