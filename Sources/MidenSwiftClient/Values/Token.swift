/// A token that a wallet knows.
public struct Token: Hashable, Sendable, Identifiable, Codable {
    /// How much there is of a token.
    public struct Supply: Hashable, Sendable {
        /// What was issued and not burnt, in base units, at the ``block``.
        public let issued: UInt64
        /// What there can be at most, in base units.
        public let maximum: UInt64
        /// The block at which the faucet said so. It is asked once, and again by ``MidenWallet/addToken(_:timeout:)``.
        public let block: UInt32

        /// Makes a supply. The library does this itself; the initializer is public for tests and previews.
        ///
        /// - Parameters:
        ///   - issued: What was issued and not burnt.
        ///   - maximum: What there can be at most.
        ///   - block: The block at which the faucet said so.
        public init(issued: UInt64, maximum: UInt64, block: UInt32) {
            self.issued = issued
            self.maximum = maximum
            self.block = block
        }
    }

    /// The faucet that issues the token, and by which it is told from others.
    public let faucetId: AccountID
    /// The token's symbol, such as "MIDEN", where that is known. The issuer chooses it, and anybody can issue a token of any
    /// symbol.
    public let symbol: String?
    /// How many decimals the token has, where that is known: a private faucet tells nobody.
    public let decimals: UInt8?
    /// The token's name, where it has one. The issuer chooses it: it can hold control and bidirectional characters, so escape
    /// them before you display it.
    public let name: String?
    /// How much there is of it, where that is known.
    public let supply: Supply?
    /// Whether it was added, and not only met.
    public let isAdded: Bool
    /// Whether it is not to be shown.
    public let isHidden: Bool

    /// The faucet.
    public var id: AccountID { faucetId }

    /// Makes a token. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - faucetId: The faucet that issues it.
    ///   - symbol: What it calls itself.
    ///   - decimals: How many decimals it has.
    ///   - name: What it calls itself at length.
    ///   - supply: How much there is of it.
    ///   - isAdded: Whether it was added.
    ///   - isHidden: Whether it is not to be shown.
    public init(
        faucetId: AccountID,
        symbol: String? = nil,
        decimals: UInt8? = nil,
        name: String? = nil,
        supply: Supply? = nil,
        isAdded: Bool = false,
        isHidden: Bool = false
    ) {
        self.faucetId = faucetId
        self.symbol = symbol
        self.decimals = decimals
        self.name = name
        self.supply = supply
        self.isAdded = isAdded
        self.isHidden = isHidden
    }

    /// Reads an amount of the token as people write it.
    ///
    /// - Parameter text: The amount, such as "12" or "0.05".
    /// - Returns: The amount, which says its decimals and its token.
    /// - Throws: ``MidenError/Kind/invalidAmount`` with a sentence that says what is wrong with the text, or that the decimals
    ///   of the token are not known.
    public func amount(_ text: String) throws -> Amount {
        guard let decimals else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidAmount,
                message: "It is not known how many decimals the token of faucet \(faucetId) has."
            )
        }
        return try Amount(text, decimals: decimals, faucetId: faucetId)
    }

    /// An amount of the token in base units.
    ///
    /// - Parameter baseUnits: The amount in the token's smallest unit.
    /// - Returns: The amount, which says its decimals, where they are known, and its token.
    public func amount(baseUnits: UInt64) -> Amount {
        Amount(baseUnits, decimals: decimals, faucetId: faucetId)
    }
}
