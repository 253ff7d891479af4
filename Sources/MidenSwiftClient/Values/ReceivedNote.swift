/// A note that came in for an account, as other Miden clients describe it.
public struct ReceivedNote: Hashable, Sendable, Identifiable {
    /// How far a note is, as the store tells it.
    public enum State: String, Hashable, Sendable, CaseIterable, Codable {
        /// It is expected to be on the chain.
        case expected
        /// It is on the chain, which is not verified yet.
        case unverified
        /// It is on the chain.
        case committed
        /// It cannot be consumed.
        case invalid
        /// A transaction of this wallet consumes it.
        case processingAuthenticated = "processing_authenticated"
        /// A transaction of this wallet consumes it before it is on the chain.
        case processingUnauthenticated = "processing_unauthenticated"
        /// A transaction of this wallet consumed it.
        case consumedAuthenticatedLocal = "consumed_authenticated_local"
        /// A transaction of this wallet consumed it before it was on the chain.
        case consumedUnauthenticatedLocal = "consumed_unauthenticated_local"
        /// Another wallet consumed it.
        case consumedExternal = "consumed_external"
    }

    /// Which notes are asked for.
    public enum Query: Hashable, Sendable {
        /// All notes.
        case all
        /// Those that were consumed.
        case consumed
        /// Those on the chain that were not consumed.
        case committed
        /// Those that are expected to be on the chain.
        case expected
        /// Those that a transaction of this wallet consumes.
        case processing
        /// Those on the chain, which is not verified yet.
        case unverified
        /// Those of ids.
        case notes([NoteID])
        /// Those of nullifiers, each `0x` and 64 hexadecimal digits.
        case nullifiers([String])
    }

    /// The note's id.
    public let id: NoteID
    /// The account that made the note, nil if it is not known.
    public let sender: AccountID?
    /// Who can read the note, nil if it is not known.
    public let type: NoteType?
    /// What it carries.
    public let assets: TransactionSummary.Assets
    /// The value that marks the note as consumed: `0x` and 64 hexadecimal digits.
    public let nullifier: String
    /// How far it is.
    public let state: State

    /// Makes a note. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - id: The note's id.
    ///   - sender: The account that made the note.
    ///   - type: Who can read the note.
    ///   - assets: What it carries.
    ///   - nullifier: The value that marks the note as consumed.
    ///   - state: How far it is.
    public init(
        id: NoteID,
        sender: AccountID?,
        type: NoteType?,
        assets: TransactionSummary.Assets,
        nullifier: String,
        state: State
    ) {
        self.id = id
        self.sender = sender
        self.type = type
        self.assets = assets
        self.nullifier = nullifier
        self.state = state
    }
}
