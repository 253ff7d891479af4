extension NonFungibleAsset: Codable {
    private enum CodingKeys: String, CodingKey {
        case faucetId, asset
    }

    /// Reads a unique token.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if there is none, or ``asset`` is not `0x` and 64 hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            faucetId: try container.decode(AccountID.self, forKey: .faucetId),
            asset: try container.decodeText(forKey: .asset) { try Word.canonical($0) }
        )
    }

    /// Writes the token.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(faucetId, forKey: .faucetId)
        try container.encode(asset, forKey: .asset)
    }
}
