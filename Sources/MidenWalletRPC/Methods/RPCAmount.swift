/// An amount of a token in the parameters of a method: base units, as a number or as decimal digits.
///
/// Both are read exactly. Anything else is refused: a sign, a point, an exponent, whitespace, leading zeros, and what
/// exceeds 64 bits. Digits are written.
public struct RPCAmount: Codable, Hashable, Sendable {
    /// The amount in base units.
    public let baseUnits: UInt64

    /// Makes an amount.
    ///
    /// - Parameter baseUnits: The amount in base units.
    public init(baseUnits: UInt64) {
        self.baseUnits = baseUnits
    }

    /// Reads an amount.
    ///
    /// - Parameter decoder: A decoder at a text or a number. Numbers are read only if ``JSONText/decoded(as:)`` reads the
    ///   message, and not in lists: other decoders round them.
    /// - Throws: `DecodingError` if it is no whole number from 0 to 2^64 - 1.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            guard let number = WholeNumber(text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not an amount")
            }
            baseUnits = number.value
        } else {
            baseUnits = try WholeNumber(from: decoder).value
        }
    }

    /// Writes the base units as decimal digits.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(baseUnits))
    }
}
