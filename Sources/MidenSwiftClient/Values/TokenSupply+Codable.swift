extension Token.Supply: Codable {
    private enum CodingKeys: String, CodingKey {
        case issued, maximum, block
    }

    /// Reads a supply.
    ///
    /// - Parameter decoder: A decoder at an object with the amounts as texts.
    /// - Throws: `DecodingError` if there is none, or its amounts are not numbers that an amount can have.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            issued: try container.decodeBaseUnits(forKey: .issued),
            maximum: try container.decodeBaseUnits(forKey: .maximum),
            block: try container.decode(UInt32.self, forKey: .block)
        )
    }

    /// Writes the amounts as texts, because many readers of JSON round numbers of this size.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeBaseUnits(issued, forKey: .issued)
        try container.encodeBaseUnits(maximum, forKey: .maximum)
        try container.encode(block, forKey: .block)
    }
}
