/// An amount of one token.
public struct FungibleAsset: Hashable, Sendable {
    /// The faucet that issues the token, and by which the token is told from others.
    public let faucetId: AccountID
    /// The amount in base units, the token's smallest unit.
    public let amount: UInt64
    /// What the token calls itself, such as "MIDEN", where that is known. Anybody can issue a token of any symbol.
    public let symbol: String?
    /// How many decimals the token has, where that is known.
    public let decimals: UInt8?

    /// Makes an asset. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - faucetId: The faucet that issues the token.
    ///   - amount: The amount in base units.
    ///   - symbol: What the token calls itself.
    ///   - decimals: How many decimals the token has.
    public init(faucetId: AccountID, amount: UInt64, symbol: String? = nil, decimals: UInt8? = nil) {
        self.faucetId = faucetId
        self.amount = amount
        self.symbol = symbol
        self.decimals = decimals
    }

    /// The amount with the token's decimals and its faucet: what can be added and compared.
    public var quantity: Amount { Amount(amount, decimals: decimals, faucetId: faucetId) }

    /// The amount for people, in the token's own decimals and with its symbol: "1.5 MIDEN". Where the decimals are not
    /// known, in base units: "1500000 base units". The same in every locale.
    public var formatted: String {
        let quantity = decimals == nil ? "\(amount) base units" : quantity.formatted
        guard let symbol else {
            return quantity
        }
        return decimals == nil ? "\(quantity) of \(symbol)" : "\(quantity) \(symbol)"
    }
}
