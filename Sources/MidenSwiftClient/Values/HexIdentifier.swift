/// What the three kinds of ids have in common: `0x` and a fixed number of hex digits.
protocol HexIdentifier: Sendable {
    /// How many digits follow `0x`.
    static var digitCount: Int { get }
    /// What a sentence calls it, with its article.
    static var name: String { get }
    /// The class of the error a wrong text gives.
    static var errorCode: MidenError.Code { get }
    /// The kind of the error a wrong text gives.
    static var errorKind: MidenError.Kind { get }

    init(_ text: String) throws
}

extension HexIdentifier {
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

    /// The id a text written in the source stands for. A wrong one ends the program, with the reason.
    static func literal(_ text: String) -> Self {
        do {
            return try Self(text)
        } catch {
            // Unlike a precondition's, the message of a fatal error is printed in release builds too.
            fatalError(error.localizedDescription)
        }
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
