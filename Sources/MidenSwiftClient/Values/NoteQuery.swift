import Foundation

/// Which of a wallet's notes are asked for: those of which everything is true that is set.
///
/// ```swift
/// let waiting = try await wallet.getNotes(.init(direction: .received, state: .committed))
/// ```
public struct NoteQuery: Hashable, Sendable {
    /// Those for this account of the wallet, consumed by it or made by it.
    public var accountId: AccountID?
    /// Those that came in, or those that were made.
    public var direction: NoteRecord.Direction?
    /// Those that have come so far.
    public var state: NoteRecord.State?
    /// Those that are public, or those that are private.
    public var type: NoteType?
    /// Those of this kind.
    public var kind: NoteKind?
    /// Those the wallet learned of at this time or later, by ``NoteRecord/recordedAt``: of a note that a sync brought it is
    /// the time of its block. Times are kept in seconds.
    public var recordedFrom: Date?
    /// Those the wallet learned of before this time; of a note that a sync brought it is the time of its block.
    public var recordedBefore: Date?
    /// Those in this block or a later one.
    public var blockFrom: UInt32?
    /// Those in a block before this one.
    public var blockBefore: UInt32?

    /// Makes a query; without anything, one for all notes.
    ///
    /// - Parameters:
    ///   - accountId: Those of this account.
    ///   - direction: Those that came in, or those that were made.
    ///   - state: Those that have come so far.
    ///   - type: Those that are public, or those that are private.
    ///   - kind: Those of this kind.
    ///   - recordedFrom: Those the wallet learned of at this time or later. Of a note that a sync brought it is the time of its
    ///     block.
    ///   - recordedBefore: Those the wallet learned of before this time. Of a note that a sync brought it is the time of its
    ///     block.
    ///   - blockFrom: Those in this block or a later one.
    ///   - blockBefore: Those in a block before this one.
    public init(
        accountId: AccountID? = nil,
        direction: NoteRecord.Direction? = nil,
        state: NoteRecord.State? = nil,
        type: NoteType? = nil,
        kind: NoteKind? = nil,
        recordedFrom: Date? = nil,
        recordedBefore: Date? = nil,
        blockFrom: UInt32? = nil,
        blockBefore: UInt32? = nil
    ) {
        self.accountId = accountId
        self.direction = direction
        self.state = state
        self.type = type
        self.kind = kind
        self.recordedFrom = recordedFrom
        self.recordedBefore = recordedBefore
        self.blockFrom = blockFrom
        self.blockBefore = blockBefore
    }
}
