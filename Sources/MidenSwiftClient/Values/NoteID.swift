/// The id of a note.
///
/// Its text is `0x` and 64 hexadecimal digits, kept in lower case, so that equal ids have equal texts.
public struct NoteID: HexIdentifier {
    /// The id as `0x` and 64 hexadecimal digits in lower case.
    public let hex: String

    /// Reads an id. Only the shape is checked: whether there can be such an id is checked where it is used.
    ///
    /// - Parameter text: `0x` and 64 hexadecimal digits, in either case.
    /// - Throws: ``MidenError/Code/noteOperation`` with a sentence that says what is wrong with the text.
    public init(_ text: String) throws {
        hex = try Self.canonical(text)
    }
}

extension NoteID: HexShape {
    static var digitCount: Int { 64 }
    static var name: String { "a note id" }
    static var errorCode: MidenError.Code { .noteOperation }
    static var errorKind: MidenError.Kind { .invalidNoteId }
}
