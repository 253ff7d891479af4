import Foundation
import MidenSwiftClient

/// A note that a request asks the wallet to consume.
public struct RequestedNote: Hashable, Sendable {
    /// The note.
    public let noteID: NoteID
    /// The note as a file, nil if the wallet has it.
    public let noteBytes: Data?

    /// Names a note.
    ///
    /// - Parameters:
    ///   - noteID: The note.
    ///   - noteBytes: The note as a file, nil if the wallet has it.
    public init(noteID: NoteID, noteBytes: Data? = nil) {
        self.noteID = noteID
        self.noteBytes = noteBytes
    }
}
