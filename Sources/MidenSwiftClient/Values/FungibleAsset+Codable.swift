extension FungibleAsset: Codable {
    private enum CodingKeys: String, CodingKey {
        case faucetId, amount, symbol, decimals
    }

    /// Reads an amount of one token.
    ///
    /// - Parameter decoder: A decoder at an object with the amount as a text, or one of a ``ContractValue``.
    /// - Throws: `DecodingError` if there is none, or its amount is not a number that an amount can have.
    public init(from decoder: any Decoder) throws {
        guard !(decoder is ContractValueDecoder) else {
            let asset = try ContractAsset(from: decoder)
            self.init(faucetId: asset.faucetId, amount: asset.amount)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            faucetId: try container.decode(AccountID.self, forKey: .faucetId),
            amount: try container.decodeBaseUnits(forKey: .amount),
            symbol: try container.decodeIfPresent(String.self, forKey: .symbol),
            decimals: try container.decodeIfPresent(UInt8.self, forKey: .decimals)
        )
    }

    /// Writes the amount as a text, because many readers of JSON round numbers of this size. In a ``ContractValue`` there are
    /// the faucet and the amount alone.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        guard !encoder.writesContractValue else {
            try ContractAsset(faucetId: faucetId, amount: amount).encode(to: encoder)
            return
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(faucetId, forKey: .faucetId)
        try container.encodeBaseUnits(amount, forKey: .amount)
        try container.encodeIfPresent(symbol, forKey: .symbol)
        try container.encodeIfPresent(decimals, forKey: .decimals)
    }
}
