/// An integer of 256 bits without a sign: a `u256` of a procedure.
///
/// ```swift
/// let number = try UInt256("340282366920938463463374607431768211456")
/// let same = UInt256(limbs: 0, 0, 1, 0)
/// ```
public struct UInt256: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The largest number.
    public static let max = UInt256(limbs: .max, .max, .max, .max)

    /// The four parts of 64 bits, the lowest one first.
    public let limbs: [UInt64]

    /// Makes a number of its four parts of 64 bits.
    ///
    /// - Parameters:
    ///   - first: The lowest 64 bits.
    ///   - second: The next 64 bits.
    ///   - third: The next 64 bits.
    ///   - fourth: The highest 64 bits.
    public init(limbs first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        limbs = [first, second, third, fourth]
    }

    /// Makes a number of a smaller one.
    ///
    /// - Parameter number: The number.
    public init(_ number: UInt64) {
        self.init(limbs: number, 0, 0, 0)
    }

    /// Reads a number in decimal digits.
    ///
    /// - Parameter text: The digits.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if there are other
    ///   characters, or the number has more than 256 bits.
    public init(_ text: String) throws {
        guard let limbs = Self.limbs(of: text) else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidValue,
                message: "“\(text.shortened)” is not an integer from 0 to 2²⁵⁶ − 1."
            )
        }
        self.limbs = limbs
    }

    /// The number in decimal digits.
    public var description: String {
        var rest = limbs
        var parts: [String] = []
        while rest.contains(where: { $0 != 0 }) {
            var remainder: UInt64 = 0
            for index in rest.indices.reversed() {
                (rest[index], remainder) = Self.partBase.dividingFullWidth((remainder, rest[index]))
            }
            let digits = String(remainder)
            let isFirst = rest.allSatisfy { $0 == 0 }
            parts.append((isFirst ? "" : String(repeating: "0", count: 19 - digits.count)) + digits)
        }
        return parts.isEmpty ? "0" : parts.reversed().joined()
    }

    /// Orders numbers.
    public static func < (left: UInt256, right: UInt256) -> Bool {
        left.limbs.reversed().lexicographicallyPrecedes(right.limbs.reversed())
    }

    /// What the digits are divided by: the largest power of ten in 64 bits.
    private static let partBase: UInt64 = 10_000_000_000_000_000_000

    private static func limbs(of text: String) -> [UInt64]? {
        guard !text.isEmpty else { return nil }
        var limbs: [UInt64] = [0, 0, 0, 0]
        for byte in text.utf8 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            var carry = UInt64(byte - UInt8(ascii: "0"))
            for index in limbs.indices {
                let (high, low) = limbs[index].multipliedFullWidth(by: 10)
                let (sum, overflow) = low.addingReportingOverflow(carry)
                limbs[index] = sum
                carry = high + (overflow ? 1 : 0)
            }
            guard carry == 0 else { return nil }
        }
        return limbs
    }
}

extension UInt256: FeltCodable {
    /// The type of the values.
    public static var contractType: ContractType { .u256 }

    /// Reads a number from its digits, or from a number of at most 64 bits.
    ///
    /// - Parameter decoder: A decoder at a text or a number.
    /// - Throws: `DecodingError` if there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = try? container.decode(String.self) else {
            self.init(try container.decode(UInt64.self))
            return
        }
        do {
            try self.init(text)
        } catch let error as MidenError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
        }
    }

    /// Writes the number as its digits.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
