import Foundation

/// A note in the history of a wallet. One between two accounts of the wallet is there twice: it was made, and it came in.
public struct NoteRecord: Hashable, Sendable {
    /// Whether a note came in or was made.
    public enum Direction: String, Hashable, Sendable, CaseIterable, Codable {
        /// It came in: an account of the wallet may consume it, or has.
        case received
        /// An account of the wallet made it.
        case made
    }

    /// How far a note has come, as far as the wallet has synced.
    public enum State: String, Hashable, Sendable, CaseIterable, Codable {
        /// Not on the chain yet.
        case expected
        /// On the chain and not consumed.
        case committed
        /// A transaction of this wallet that is not committed yet consumes the note.
        case processing
        /// Consumed.
        case consumed
        /// Never to be on the chain: the transaction that makes it was given up.
        case discarded
        /// Not to be consumed: its proof that it is on the chain does not hold.
        case invalid
    }

    /// The note's id.
    public let noteId: NoteID
    /// Whether it came in or was made.
    public let direction: Direction
    /// The wallet's account that has consumed it, that it is for, or that made it, where that can be told.
    public let accountId: AccountID?
    /// Who can read the note.
    public let type: NoteType
    /// What the note's script is. Nil where the wallet has only a commitment to it.
    public let kind: NoteKind?
    /// How far it has come.
    public let state: State
    /// The block it is in, where it is in one.
    public let blockNumber: UInt32?
    /// The block in which it was consumed, of a note that came in and was.
    public let consumedInBlock: UInt32?
    /// When the wallet learned of it, to the second. Of a note that a sync brought, the time of its block.
    public let recordedAt: Date
    /// What it carries.
    public let assets: TransactionSummary.Assets
    /// Who made it, or whom it is for where that can be told.
    public let counterparty: AccountID?
    /// The transaction of this wallet that made it or consumes it.
    public let transactionId: TransactionID?

    /// Makes a record. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - noteId: The note's id.
    ///   - direction: Whether it came in or was made.
    ///   - accountId: The wallet's account.
    ///   - type: Who can read the note.
    ///   - kind: What the note's script is.
    ///   - state: How far it has come.
    ///   - blockNumber: The block it is in.
    ///   - consumedInBlock: The block in which it was consumed.
    ///   - recordedAt: When the wallet learned of it.
    ///   - assets: What it carries.
    ///   - counterparty: The other account.
    ///   - transactionId: The transaction of this wallet that made it or consumes it.
    public init(
        noteId: NoteID,
        direction: Direction,
        accountId: AccountID? = nil,
        type: NoteType,
        kind: NoteKind? = nil,
        state: State,
        blockNumber: UInt32? = nil,
        consumedInBlock: UInt32? = nil,
        recordedAt: Date,
        assets: TransactionSummary.Assets = .init(fungible: []),
        counterparty: AccountID? = nil,
        transactionId: TransactionID? = nil
    ) {
        self.noteId = noteId
        self.direction = direction
        self.accountId = accountId
        self.type = type
        self.kind = kind
        self.state = state
        self.blockNumber = blockNumber
        self.consumedInBlock = consumedInBlock
        self.recordedAt = recordedAt
        self.assets = assets
        self.counterparty = counterparty
        self.transactionId = transactionId
    }
}

/// Some of a wallet's notes.
public struct NotePage: Hashable, Sendable {
    /// The notes, newest first.
    public let notes: [NoteRecord]
    /// Where the next page begins. Nil where this one is the last.
    public let next: HistoryCursor?

    /// Makes a page. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - notes: The notes, newest first.
    ///   - next: Where the next page begins.
    public init(notes: [NoteRecord], next: HistoryCursor? = nil) {
        self.notes = notes
        self.next = next
    }
}
