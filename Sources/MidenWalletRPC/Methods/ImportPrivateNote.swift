import Foundation

/// The parameters of `miden_importPrivateNote`.
public struct ImportPrivateNoteParameters: Codable, Hashable, Sendable {
    /// The account that the page believes it is connected to.
    public let address: String
    /// The note as a file. Whether it can be read is not checked here.
    public let note: Data

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - address: The address of the account.
    ///   - note: The note as a file.
    public init(address: String, note: Data) {
        self.address = address
        self.note = note
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decodeAddress(forKey: .address)
        note = try container.decode(Data.self, forKey: .note, "a note") { !$0.isEmpty }
    }
}

/// The result of `miden_importPrivateNote`.
public struct ImportPrivateNoteResult: Codable, Hashable, Sendable {
    /// The id of the note: `0x` and 64 hexadecimal digits.
    public let noteId: String

    /// Makes the result.
    ///
    /// - Parameter noteId: The id of the note.
    public init(noteId: String) {
        self.noteId = noteId
    }
}
