/// What is in a note besides its assets: its script, and what the script is given.
public struct NoteContents: Hashable, Sendable {
    /// The note.
    public let noteId: NoteID
    /// The root of its script.
    public let scriptRoot: Word
    /// What Miden calls the script, where it is one of Miden's own, such as `P2ID`.
    public let scriptName: String?
    /// The number that makes the note one of its own. Who knows it and the rest of a private note can tell on the chain when it
    /// is consumed.
    public let serialNumber: Word
    /// What the script is given.
    public let storage: [Felt]
    /// The script's code as text, in Miden's disassembly, where it was asked for. Nil also where that would be longer than a
    /// megabyte.
    public let code: String?

    /// Makes contents. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - noteId: The note.
    ///   - scriptRoot: The root of its script.
    ///   - scriptName: What Miden calls the script.
    ///   - serialNumber: The note's serial number.
    ///   - storage: What the script is given.
    ///   - code: The script's code as text.
    public init(
        noteId: NoteID,
        scriptRoot: Word,
        scriptName: String? = nil,
        serialNumber: Word,
        storage: [Felt],
        code: String? = nil
    ) {
        self.noteId = noteId
        self.scriptRoot = scriptRoot
        self.scriptName = scriptName
        self.serialNumber = serialNumber
        self.storage = storage
        self.code = code
    }
}
