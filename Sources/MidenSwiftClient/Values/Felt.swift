/// An element of the field in which Miden computes: a number from 0 to 2⁶⁴ − 2³².
public struct Felt: Hashable, Sendable, Comparable, Codable, CustomStringConvertible, ExpressibleByIntegerLiteral {
    /// How many elements there are.
    public static let modulus: UInt64 = 0xffff_ffff_0000_0001

    /// The number.
    public let value: UInt64

    /// The number in decimal digits.
    public var description: String { String(value) }

    /// Takes a number.
    ///
    /// - Parameter value: The number.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidFelt`` where it is no element:
    ///   numbers are never reduced.
    public init(_ value: UInt64) throws {
        guard value < Self.modulus else {
            throw Self.invalid(String(value), because: "the largest is \(Self.modulus - 1)")
        }
        self.value = value
    }

    /// Reads a number in decimal digits, or in hexadecimal ones after `0x`.
    ///
    /// - Parameter text: The digits.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidFelt`` where they are none, or
    ///   no element.
    public init(_ text: String) throws {
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        let isHex = text.hasPrefix("0x")
        guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let value = UInt64(digits, radix: isHex ? 16 : 10)
        else {
            throw Self.invalid(text.shortened, because: "it is not a number from 0 to \(Self.modulus - 1)")
        }
        try self.init(value)
    }

    /// A number that is known to be an element. One that is not ends the program.
    ///
    /// - Parameter value: The number.
    public init(integerLiteral value: UInt64) {
        guard value < Self.modulus else {
            fatalError("\(value) is not an element of the field: the largest is \(Self.modulus - 1).")
        }
        self.value = value
    }

    /// Orders elements as numbers.
    public static func < (left: Felt, right: Felt) -> Bool {
        left.value < right.value
    }

    /// Reads an element.
    ///
    /// - Parameter decoder: A decoder at a number.
    /// - Throws: `DecodingError` where there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(try container.decode(UInt64.self))
        } catch let error as MidenError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
        }
    }

    /// Writes the element as a number.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    private static func invalid(_ text: String, because reason: String) -> MidenError {
        MidenError(
            code: .invalidParameter,
            kind: .invalidFelt,
            message: "\(text) is not an element of the field: \(reason)."
        )
    }
}

extension String {
    /// What an error shows of a text of somebody else's: its beginning, on one line.
    var shortened: String {
        let beginning = unicodeScalars.prefix(80)
        return String(beginning).onOneLine + (beginning.endIndex == unicodeScalars.endIndex ? "" : "…")
    }
}
