/// Four elements of the field: what Miden keeps in a storage slot, under a key of a map, and what commits to anything else.
///
/// ```swift
/// let key = Word([0, 0, 0, 1])
/// let same = try Word("0x0000000000000000000000000000000000000000000000000100000000000000")
/// ```
///
/// In hex each element has its eight bytes with the least significant first, as everywhere in Miden.
public struct Word: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Four zeros.
    public static let zero = Word([0, 0, 0, 0])

    /// The four elements.
    public let elements: [Felt]

    /// The word as `0x` and 64 hexadecimal digits in lower case.
    public var hex: String {
        elements.reduce(into: "0x") { text, element in
            for place in 0..<8 {
                let byte = UInt8(truncatingIfNeeded: element.value >> (8 * UInt64(place)))
                text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
    }

    /// The same as ``hex``.
    public var description: String { hex }

    /// Makes a word of up to four elements; those that are missing are zeros. More than four end the program.
    ///
    /// - Parameter elements: The elements.
    public init(_ elements: [Felt]) {
        precondition(elements.count <= 4, "A word has four elements.")
        self.elements = elements + Array(repeating: 0, count: 4 - elements.count)
    }

    /// Reads a word in hex.
    ///
    /// - Parameter text: `0x` and 64 digits, in either case.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidWord`` where it is none, or
    ///   where one of its numbers is no element of the field.
    public init(_ text: String) throws {
        let canonical = try Self.canonical(text)
        let digits = Array(canonical.utf8.dropFirst(2))
        var elements: [Felt] = []
        for start in stride(from: 0, to: 64, by: 16) {
            let number = stride(from: 14, through: 0, by: -2).reduce(UInt64(0)) { number, place in
                let byte = Self.digit(digits[start + place]) << 4 | Self.digit(digits[start + place + 1])
                return number << 8 | byte
            }
            do {
                elements.append(try Felt(number))
            } catch let error as MidenError {
                throw MidenError(
                    code: .invalidParameter,
                    kind: .invalidWord,
                    message: "“\(text.shortened)” is not a word: \(error.message)"
                )
            }
        }
        self.elements = elements
    }

    /// Hashes field elements, with the hash function of the virtual machine (Poseidon2). Needs no wallet and no network, and
    /// does not wait. Elements of a value: ``ContractValue/felts(of:)`` or ``FeltCodable/felts()``.
    ///
    /// - Parameter elements: Any number of elements.
    /// - Throws: ``MidenError/Kind/bridge`` if the Rust library is not the one that this version of the library needs.
    public init(hashing elements: [Felt]) throws {
        self = try HashElementsRequest(felts: elements).result().hash
    }

    /// One of the four elements.
    ///
    /// - Parameter index: Which, from 0 to 3.
    public subscript(index: Int) -> Felt { elements[index] }

    /// Reads a word from its text.
    ///
    /// - Parameter decoder: A decoder at a string.
    /// - Throws: `DecodingError` where there is none, or it is not a word.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(text)
        } catch let error as MidenError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
        }
    }

    /// Writes the word as its text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }

    private static func digit(_ character: UInt8) -> UInt64 {
        character < UInt8(ascii: "a")
            ? UInt64(character - UInt8(ascii: "0")) : UInt64(character - UInt8(ascii: "a") + 10)
    }
}

extension Word: HexShape {
    static var digitCount: Int { 64 }
    static var name: String { "a word" }
    static var errorCode: MidenError.Code { .invalidParameter }
    static var errorKind: MidenError.Kind { .invalidWord }
}
