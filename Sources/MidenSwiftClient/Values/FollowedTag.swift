/// What a note is found by: a wallet asks the network for the notes of some tags, and so does not say which notes it wants.
///
/// Notes for an account have a tag made of the first bits of its id. A service may give notes a tag of its own.
public struct NoteTag: RawRepresentable, Hashable, Sendable {
    /// Its 32 bits.
    public let rawValue: UInt32

    /// A tag.
    ///
    /// - Parameter rawValue: Its 32 bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

extension NoteTag: ExpressibleByIntegerLiteral {
    /// A tag, by its 32 bits as a number.
    public init(integerLiteral value: UInt32) {
        self.init(rawValue: value)
    }
}

/// A tag that syncs ask for.
public struct FollowedTag: Hashable, Sendable {
    /// Why a tag is followed.
    public enum Reason: Hashable, Sendable {
        /// Notes for this account of the wallet have it.
        case account(AccountID)
        /// A note that is expected has it, of which only the details are known so far.
        case expectedNote
        /// Notes that continue another one have it, such as what is left of a swap.
        case subscription
        /// ``MidenWallet/followTag(_:timeout:)`` was called.
        case request
    }

    /// The tag.
    public let tag: NoteTag
    /// Why it is followed. A tag that is followed for several reasons is there once for each.
    public let reason: Reason

    /// A followed tag.
    public init(tag: NoteTag, reason: Reason) {
        self.tag = tag
        self.reason = reason
    }
}
