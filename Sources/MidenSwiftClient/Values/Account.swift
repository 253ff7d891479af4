/// An account this wallet has.
public struct Account: Hashable, Sendable, Identifiable {
    /// What an account is for.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// It holds assets.
        case wallet
        /// It issues a token of which there are amounts.
        case fungibleFaucet = "fungible_faucet"
    }

    /// What is known of an account's state.
    public enum Status: String, Hashable, Sendable, CaseIterable, Codable {
        /// The account has not made a transaction yet: the network does not know it.
        case new
        /// The wallet has the account's newest state.
        case tracked
        /// The network has a newer state of this private account than the wallet, which can do nothing with it until
        /// that state is imported.
        case locked
    }

    /// The account's id.
    public let id: AccountID
    /// What the account is for.
    public let kind: Kind
    /// Where the account's state is kept.
    public let visibility: AccountVisibility
    /// What is known of the account's state.
    public let status: Status
    /// How many transactions have changed the account.
    public let nonce: UInt64
    /// What people call the account, in this wallet alone; nil where it has no name.
    public let name: String?

    /// Makes a description of an account. The library does this itself; the initializer is public for tests and
    /// previews.
    ///
    /// - Parameters:
    ///   - id: The account's id.
    ///   - kind: What the account is for.
    ///   - visibility: Where the account's state is kept.
    ///   - status: What is known of the account's state.
    ///   - nonce: How many transactions have changed the account.
    ///   - name: What people call it.
    public init(
        id: AccountID,
        kind: Kind = .wallet,
        visibility: AccountVisibility,
        status: Status,
        nonce: UInt64,
        name: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.visibility = visibility
        self.status = status
        self.nonce = nonce
        self.name = name
    }
}
