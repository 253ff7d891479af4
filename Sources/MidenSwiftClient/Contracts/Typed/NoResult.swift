/// The result of a procedure that returns nothing.
public struct NoResult: Hashable, Sendable, Codable {
    /// Makes it.
    public init() {}

    /// Reads it.
    ///
    /// - Parameter decoder: A decoder at `null`.
    /// - Throws: `DecodingError` if there is anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard container.decodeNil() else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no result is expected")
        }
    }

    /// Writes `null`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
