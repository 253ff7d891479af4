import MidenSwiftClient

/// A note in results.
public struct InputNoteDetails: Codable, Hashable, Sendable {
    /// How far a note is, by the numbers of the SDK.
    public enum State: Int, Codable, Hashable, Sendable, CaseIterable {
        /// It is expected to be on the chain.
        case expected = 0
        /// It is on the chain, which is not verified yet.
        case unverified = 1
        /// It is on the chain.
        case committed = 2
        /// It cannot be consumed.
        case invalid = 3
        /// A transaction of this wallet consumes it.
        case processingAuthenticated = 4
        /// A transaction of this wallet consumes it before it is on the chain.
        case processingUnauthenticated = 5
        /// A transaction of this wallet consumed it.
        case consumedAuthenticatedLocal = 6
        /// A transaction of this wallet consumed it before it was on the chain.
        case consumedUnauthenticatedLocal = 7
        /// Another wallet consumed it.
        case consumedExternal = 8
    }

    /// The id of the note: `0x` and 64 hexadecimal digits.
    public let noteId: String
    /// The address of the account that made the note, nil if it is not known.
    public let senderAccountId: String?
    /// The tokens of the note.
    public let assets: [RequestAssetsResult.Asset]
    /// 0 for a private note, 1 for a public one, nil if it is not known.
    public let noteType: Int?
    /// The value that marks the note as consumed: `0x` and 64 hexadecimal digits.
    public let nullifier: String
    /// How far the note is.
    public let state: State

    /// Makes a note.
    ///
    /// - Parameters:
    ///   - noteId: The id of the note.
    ///   - senderAccountId: The address of the account that made it, nil if it is not known.
    ///   - assets: The tokens of the note.
    ///   - noteType: The type of the note, nil if it is not known.
    ///   - nullifier: The value that marks it as consumed.
    ///   - state: How far the note is.
    public init(
        noteId: String,
        senderAccountId: String?,
        assets: [RequestAssetsResult.Asset],
        noteType: NoteType?,
        nullifier: String,
        state: State
    ) {
        self.noteId = noteId
        self.senderAccountId = senderAccountId
        self.assets = assets
        self.noteType = noteType.map { $0 == .public ? 1 : 0 }
        self.nullifier = nullifier
        self.state = state
    }
}
