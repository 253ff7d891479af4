import Foundation

/// A text that is one value in JSON, such as the parameters of a request, as its bytes in UTF-8.
///
/// The bytes are checked and not yet read: what they mean is up to the type that they are decoded to.
public struct JSONText: Hashable, Sendable {
    /// The largest message in bytes.
    public static let largestSize = 1_048_576
    /// How deep a message may be nested. Its outermost object counts as 1.
    public static let deepestNesting = 64

    /// The text in UTF-8.
    public let data: Data

    /// Under which a decoder has the text that it reads.
    static let sourceKey = CodingUserInfoKey(rawValue: "jsonText")

    package init(trusted data: Data) {
        self.data = data
    }

    /// Reads a text that came from elsewhere.
    ///
    /// - Parameter data: The text in UTF-8.
    /// - Throws: ``RPCError`` if it is too large, not UTF-8, not one value in JSON, or nested too deep.
    public init(_ data: Data) throws {
        _ = try JSONScanner.scan(data)
        self.data = data
    }

    /// Writes a value. Bytes (`Data`) become base64.
    ///
    /// - Parameter value: The value.
    /// - Throws: What the value or the encoder throws.
    public init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        data = try encoder.encode(value)
    }

    /// The string that the value is, nil if it is none or has half a surrogate pair.
    package var string: String? { data.first == UInt8(ascii: "\"") ? JSONScanner.string(data) : nil }

    /// Whether the value is an object.
    public var isObject: Bool { data.first { !JSONScanner.isWhitespace($0) } == UInt8(ascii: "{") }

    /// Reads the value. Bytes (`Data`) are base64 in its one canonical form.
    ///
    /// - Parameter type: The type to read.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or what the type throws.
    public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        if let key = Self.sourceKey { decoder.userInfo[key] = self }
        decoder.dataDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let bytes = Base64.bytes(of: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text is not base64")
            }
            return bytes
        }
        return try decoder.decode(type, from: data)
    }

    /// An object of members that are written already.
    static func object(_ members: KeyValuePairs<String, JSONText?>) -> JSONText {
        var bytes = [UInt8(ascii: "{")]
        for case (let name, let value?) in members.map({ ($0.key, $0.value) }) {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(contentsOf: value.data)
        }
        bytes.append(UInt8(ascii: "}"))
        return JSONText(trusted: Data(bytes))
    }

    static func string(_ text: String) -> JSONText {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return JSONText(trusted: Data(bytes))
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case ..<0x20:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: ("\\u00" + (digits.count == 1 ? "0" : "") + digits).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    static func number(_ value: Int) -> JSONText {
        JSONText(trusted: Data(String(value).utf8))
    }

    static let null = JSONText(trusted: Data("null".utf8))
}
