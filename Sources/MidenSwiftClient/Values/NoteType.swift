/// Who can read a note.
public enum NoteType: String, Hashable, Sendable, CaseIterable, Codable {
    /// The note's details are on the chain.
    case `public`
    /// Only a commitment is on the chain; the details go by the note transport or by file.
    case `private`
}
