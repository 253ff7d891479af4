/// A whole number in a message, from 0 to 2^64 - 1, judged by its digits.
///
/// Foundation's decoder also takes `1e3`, `1.0` and what it rounds.
package struct WholeNumber: Decodable, Hashable, Sendable {
    package let value: UInt64

    /// Reads digits without sign, point, exponent, whitespace or leading zeros. Nil if it is anything else.
    package init?(_ text: String) {
        guard (1...20).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            text == "0" || !text.hasPrefix("0"), let value = UInt64(text)
        else { return nil }
        self.value = value
    }

    /// Reads a number. It cannot be an element of a list.
    package init(from decoder: any Decoder) throws {
        let text = decoder.literal.map { String(decoding: $0.data, as: UTF8.self) }
        guard let text, let number = Self(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "This is not a whole number")
            )
        }
        self = number
    }
}
