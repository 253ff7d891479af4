import Foundation

/// Something that has happened in a wallet.
public struct WalletEvent: Hashable, Sendable {
    /// What has happened. New kinds may come with any release.
    public enum Kind: Hashable, Sendable {
        /// The wallet knows the chain up to this block. Of several in a row that have nothing between them, a reader that
        /// comes later meets the last.
        case synced(block: UInt32)
        /// A note is on the chain that may be for an account of the wallet.
        case noteArrived(NoteID)
        /// A note is consumed, by this wallet or by somebody else.
        case noteConsumed(NoteID)
        /// A transaction of the wallet is in a block.
        case transactionCommitted(TransactionID, accountId: AccountID, block: UInt32)
        /// A transaction of the wallet will not be in a block; its changes have been undone.
        case transactionDiscarded(TransactionID, accountId: AccountID, reason: Transaction.DiscardReason)
        /// The network has a newer state of a private account than the wallet.
        case accountLocked(AccountID)
    }

    /// The place after the event. Who keeps it when the event is dealt with, goes on from there after a restart.
    public let cursor: EventCursor
    /// When the wallet learned of it, to the second.
    public let recordedAt: Date
    /// What has happened.
    public let kind: Kind

    /// Makes an event. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - cursor: The place after it.
    ///   - recordedAt: When the wallet learned of it.
    ///   - kind: What has happened.
    public init(cursor: EventCursor, recordedAt: Date, kind: Kind) {
        self.cursor = cursor
        self.recordedAt = recordedAt
        self.kind = kind
    }
}

/// A place among the events of a wallet, after one of them.
///
/// It is a text to keep, and of use with the same wallet alone, also after a restart. What is in it is nobody's
/// business.
public struct EventCursor: RawRepresentable, Hashable, Sendable, Codable {
    /// The cursor as a text.
    public let rawValue: String

    /// Takes a cursor that was kept as a text. Whether it is one is seen where it is used.
    ///
    /// - Parameter rawValue: The text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
