/// What an account holds, as far as the wallet has synced.
public struct AccountBalance: Hashable, Sendable, Codable {
    /// The account.
    public let accountId: AccountID
    /// The tokens it holds, one entry for each faucet.
    public let fungibleAssets: [FungibleAsset]
    /// The unique tokens it holds.
    public let nonFungibleAssets: [NonFungibleAsset]
    /// Whether the account is locked: the network has a newer state of it than this wallet, so what it holds may be something
    /// else by now. Its newest account file unlocks it.
    public let isLocked: Bool

    /// Makes a balance. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - fungibleAssets: The tokens it holds.
    ///   - nonFungibleAssets: The unique tokens it holds.
    ///   - isLocked: Whether the network has a newer state of the account.
    public init(
        accountId: AccountID,
        fungibleAssets: [FungibleAsset],
        nonFungibleAssets: [NonFungibleAsset] = [],
        isLocked: Bool = false
    ) {
        self.accountId = accountId
        self.fungibleAssets = fungibleAssets
        self.nonFungibleAssets = nonFungibleAssets
        self.isLocked = isLocked
    }

    /// How many different tokens the account holds.
    public var totalFungibleCount: Int { fungibleAssets.count }

    /// How many unique tokens the account holds.
    public var totalNonFungibleCount: Int { nonFungibleAssets.count }

    /// Whether the account holds anything.
    public var hasAssets: Bool { !fungibleAssets.isEmpty || !nonFungibleAssets.isEmpty }

    /// How much of one token the account holds.
    ///
    /// - Parameter faucetId: The faucet that issues the token.
    /// - Returns: The amount in base units; 0 where it has none. ``FungibleAsset/quantity`` has it with its decimals.
    public func balance(for faucetId: AccountID) -> UInt64 {
        fungibleAssets.first { $0.faucetId == faucetId }?.amount ?? 0
    }
}
