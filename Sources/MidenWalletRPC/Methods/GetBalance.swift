import MidenSwiftClient

/// The parameters of `miden_getBalance`.
public struct GetBalanceParameters: Codable, Hashable, Sendable {
    /// The account that the page believes it is connected to.
    public let address: String
    /// The address of the faucet whose token the page asks for, all tokens if nil.
    public let faucetId: String?

    /// Makes the parameters.
    ///
    /// - Parameters:
    ///   - address: The address of the account.
    ///   - faucetId: The address of the faucet whose token the page asks for, all tokens if nil.
    public init(address: String, faucetId: String? = nil) {
        self.address = address
        self.faucetId = faucetId
    }

    /// Reads the parameters.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if a member does not have the form of the specification.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decodeAddress(forKey: .address)
        faucetId = try container.decodeAddressIfPresent(forKey: .faucetId)
    }
}

/// The result of `miden_getBalance`.
public struct GetBalanceResult: Codable, Hashable, Sendable {
    /// An amount of a token in its units.
    public struct Balance: Codable, Hashable, Sendable {
        /// The address of the faucet that issues the token.
        public let faucetId: String
        /// The amount as people read it, such as `1.5`; in base units if the decimals are not known.
        public let amount: String
        /// How many decimals the token has, nil if the wallet does not know it.
        public let decimals: UInt8?
        /// The symbol of the token, nil if the wallet does not know it. Any faucet can have any symbol.
        public let symbol: String?

        /// Makes a balance.
        ///
        /// - Parameters:
        ///   - faucetId: The address of the faucet.
        ///   - amount: The amount, with its decimals if they are known.
        ///   - symbol: The symbol of the token, nil if it is not known.
        public init(faucetId: String, amount: Amount, symbol: String?) {
            self.faucetId = faucetId
            self.amount = amount.formatted
            decimals = amount.decimals
            self.symbol = symbol
        }

        /// Writes all members: null for those that are nil.
        ///
        /// - Parameter encoder: The encoder to write to.
        /// - Throws: What the encoder throws.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(faucetId, forKey: .faucetId)
            try container.encode(amount, forKey: .amount)
            try container.encode(decimals, forKey: .decimals)
            try container.encode(symbol, forKey: .symbol)
        }
    }

    /// What the account owns.
    public let balances: [Balance]

    /// Makes the result.
    ///
    /// - Parameter balances: What the account owns.
    public init(balances: [Balance]) {
        self.balances = balances
    }
}
