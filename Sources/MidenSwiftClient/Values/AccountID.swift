/// The id of an account, also of the accounts that issue tokens (faucets).
///
/// Its text is `0x` and 30 hexadecimal digits, kept in lower case, so that equal ids have equal texts.
///
/// A string literal can stand for one. A literal of the wrong shape ends the program, so read ids that come from
/// elsewhere with `try AccountID(text)`. (With a literal between the parentheses it is a literal too.)
public struct AccountID: Hashable, Sendable {
    /// The id as `0x` and 30 hexadecimal digits in lower case.
    public let hex: String

    /// Reads an id. Only the shape is checked: whether there can be such an id is checked where it is used.
    ///
    /// - Parameter text: `0x` and 30 hexadecimal digits, in either case.
    /// - Throws: ``MidenError/Code/invalidParameter`` with a sentence that says what is wrong with the text.
    public init(_ text: String) throws {
        hex = try Self.canonical(text)
    }
}

extension AccountID: HexIdentifier {
    static var digitCount: Int { 30 }
    static var name: String { "an account id" }
    static var errorCode: MidenError.Code { .invalidParameter }
    static var errorKind: MidenError.Kind { .invalidAccountId }
}

extension AccountID: ExpressibleByStringLiteral {
    /// Makes an id of a literal. A literal that does not have the shape of an id ends the program with the reason.
    ///
    /// - Parameter value: `0x` and 30 hexadecimal digits.
    public init(stringLiteral value: String) {
        self = .literal(value)
    }
}

extension AccountID: CustomStringConvertible {
    /// The id as `0x` and 30 hexadecimal digits in lower case.
    public var description: String { hex }
}

extension AccountID: Codable {
    /// Reads an id from its text.
    ///
    /// - Parameter decoder: A decoder at a string.
    /// - Throws: `DecodingError` where there is no string, or one that does not have the shape of an id.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.localizedDescription)
        }
    }

    /// Writes the id as its text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
