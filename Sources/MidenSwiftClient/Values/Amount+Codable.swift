extension Amount: Codable {
    private enum CodingKeys: String, CodingKey {
        case baseUnits, decimals, faucetId
    }

    /// Reads an amount.
    ///
    /// - Parameter decoder: A decoder at an object with the base units as a text.
    /// - Throws: `DecodingError` where there is none, or its base units are not a number that an amount can have.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decodeBaseUnits(forKey: .baseUnits),
            decimals: try container.decodeIfPresent(UInt8.self, forKey: .decimals),
            faucetId: try container.decodeIfPresent(AccountID.self, forKey: .faucetId)
        )
    }

    /// Writes the amount: the base units as a text, because many readers of JSON round numbers of this size.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeBaseUnits(baseUnits, forKey: .baseUnits)
        try container.encodeIfPresent(decimals, forKey: .decimals)
        try container.encodeIfPresent(faucetId, forKey: .faucetId)
    }
}
