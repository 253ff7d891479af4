/// The code that pairs a browser extension with the wallet once: 40 random bits.
public struct PairingCode: Hashable, Sendable, CustomStringConvertible {
    /// The characters of a code: no `0` and `O`, no `1` and `I`.
    static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
    static let length = 8

    /// The 8 characters, as they are sent.
    public let text: String

    /// The code as the user reads it: `ABCD-EFGH`.
    public var description: String { "\(text.prefix(4))-\(text.suffix(4))" }

    /// Makes a random code, out of the system's source of randomness.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = String(
            (0..<Self.length).map { _ in
                Self.alphabet[Int.random(in: Self.alphabet.indices, using: &generator)]
            }
        )
    }

    /// Whether a text has the form of a code.
    static func isCode(_ text: String) -> Bool {
        text.utf8.count == length && text.allSatisfy { alphabet.contains($0) }
    }
}
