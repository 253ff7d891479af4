/// How a faucet of this wallet stands.
public struct FaucetDetails: Hashable, Sendable, Identifiable {
    /// The faucet's account.
    public let id: AccountID
    /// The token's name. The creator of the faucet chose it: it can hold control and bidirectional characters, so escape them
    /// before you display it.
    public let name: String
    /// What the token calls itself, such as "GOLD".
    public let symbol: String
    /// How many decimals the token has.
    public let decimals: UInt8
    /// What was issued, less what was burned.
    public let issued: Amount
    /// What there may be at most.
    public let maximumSupply: Amount

    /// Makes details. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - id: The faucet's account.
    ///   - name: The token's name.
    ///   - symbol: What the token calls itself.
    ///   - decimals: How many decimals the token has.
    ///   - issued: What was issued, less what was burned.
    ///   - maximumSupply: What there may be at most.
    public init(
        id: AccountID,
        name: String,
        symbol: String,
        decimals: UInt8,
        issued: Amount,
        maximumSupply: Amount
    ) {
        self.id = id
        self.name = name
        self.symbol = symbol
        self.decimals = decimals
        self.issued = issued
        self.maximumSupply = maximumSupply
    }
}
