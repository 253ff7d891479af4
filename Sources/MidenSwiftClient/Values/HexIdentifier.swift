/// The id of something on chain: its text is `0x` and a fixed number of hexadecimal digits, kept in lower case, so that
/// equal ids have equal texts.
///
/// ``AccountID``, ``NoteID`` and ``TransactionID`` are the ones there are.
public protocol HexIdentifier: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id as `0x` and hexadecimal digits in lower case.
    var hex: String { get }

    /// Reads an id. Only the shape is checked: whether there can be such an id is checked where it is used.
    ///
    /// - Parameter text: `0x` and the digits, in either case.
    /// - Throws: ``MidenError`` with a sentence that says what is wrong with the text.
    init(_ text: String) throws
}

extension HexIdentifier {
    /// The id as `0x` and hexadecimal digits in lower case.
    public var description: String { hex }

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

    /// The id a text stands for, or nil where it does not have the shape of one.
    init?(lenient text: String) {
        do {
            try self.init(text)
        } catch {
            return nil
        }
    }
}

/// The shape of a kind of ids, and how a text that does not have it is refused.
protocol HexShape {
    /// How many digits follow `0x`.
    static var digitCount: Int { get }
    /// What a sentence calls it, with its article.
    static var name: String { get }
    /// The class of the error a wrong text gives.
    static var errorCode: MidenError.Code { get }
    /// The kind of the error a wrong text gives.
    static var errorKind: MidenError.Kind { get }
}

extension HexShape {
    /// The text in its one canonical form, lower case.
    ///
    /// Only the shape is checked here. Whether an id of the right shape can be one is known in Rust alone.
    static func canonical(_ text: String) throws(MidenError) -> String {
        let bytes = text.utf8
        guard bytes.count == digitCount + 2, text.hasPrefix("0x"), bytes.dropFirst(2).allSatisfy(isHexDigit) else {
            let shown = text.count > 80 ? text.prefix(80) + "…" : text[...]
            throw MidenError(
                code: errorCode,
                kind: errorKind,
                message: "“\(shown)” is not \(name): \(flaw(in: text))."
            )
        }
        return bytes.contains(where: isUpperCase) ? text.lowercased() : text
    }

    private static func flaw(in text: String) -> String {
        guard text.hasPrefix("0x") else {
            return "it does not begin with 0x"
        }
        let digits = text.dropFirst(2)
        if let stranger = digits.first(where: { !$0.utf8.allSatisfy(isHexDigit) }) {
            return "“\(stranger)” is not a hexadecimal digit"
        }
        return "it has \(digits.count) hexadecimal digits after 0x instead of \(digitCount)"
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default:
            false
        }
    }

    private static func isUpperCase(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
    }
}
