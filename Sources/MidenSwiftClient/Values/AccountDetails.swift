/// All that a wallet knows of one of its accounts, as far as it has synced. Of a private account that is all that anybody
/// knows: the network has its commitment alone, and of a new one nothing.
///
/// What the account is and holds can be asked of this value itself: `details.nonce` is `details.state.nonce`.
@dynamicMemberLookup
public struct AccountDetails: Hashable, Sendable, Identifiable {
    /// The account's id.
    public var id: AccountID { state.id }
    /// What the account is and holds, and whether the network has a newer state of it.
    public let state: AccountState
    /// The block the wallet stands at.
    public let syncHeight: UInt32
    /// Whether the network does not have the account yet: its first transaction makes it known there.
    public let isNew: Bool

    /// Makes details. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - state: What the account is and holds.
    ///   - syncHeight: The block the wallet stands at.
    ///   - isNew: Whether the network does not have it yet.
    public init(state: AccountState, syncHeight: UInt32, isNew: Bool = false) {
        self.state = state
        self.syncHeight = syncHeight
        self.isNew = isNew
    }

    /// A part of the account's state.
    public subscript<Part>(dynamicMember part: KeyPath<AccountState, Part>) -> Part { state[keyPath: part] }
}
