import MidenSwiftClient

/// The type of a note in parameters: `public` or `private`, or 1 or 0 for them.
struct WireNoteType: Decodable {
    let noteType: NoteType

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            guard let noteType = NoteType(rawValue: text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a type of a note")
            }
            self.noteType = noteType
            return
        }
        switch try WholeNumber(from: decoder).value {
        case 0: noteType = .private
        case 1: noteType = .public
        default:
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not a type of a note")
        }
    }
}
