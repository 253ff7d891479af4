import Foundation

/// A value that a procedure takes or returns, or that storage keeps.
///
/// ```swift
/// let entry: ContractValue = ["owner": "0x5401ef36815e47d14b651e8e968153", "amount": 5, "flags": [true, false]]
/// let felts = try entry.felts(of: type)
/// ```
///
/// Structs are objects, arrays and tuples are arrays, and enums are the names of their variants. Words and account ids are
/// in hex. An integer can be a number or its decimal digits. Whether a value is one of its type is checked when it is
/// converted.
public enum ContractValue: Hashable, Sendable {
    /// `null`. No type has such a value.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer of at most 2⁵³ − 1. A larger one is the ``text(_:)`` of its digits.
    case integer(Int64)
    /// A text.
    case text(String)
    /// An array.
    case array([ContractValue])
    /// An object.
    case object([String: ContractValue])

    /// Makes a value of an integer.
    ///
    /// - Parameter number: The integer.
    public init(_ number: some BinaryInteger) {
        if let small = Int64(exactly: number), small.magnitude < 1 << 53 {
            self = .integer(small)
        } else {
            self = .text(String(number))
        }
    }

    /// Reads a value from JSON.
    ///
    /// - Parameter json: The JSON.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if it is not JSON, has
    ///   a field twice, or has a number that is no integer or is too long, or is nested deeper than 64. Fields whose names
    ///   Swift does not tell apart, such as composed and decomposed accents, are the same field.
    public init(json: String) throws {
        let shape = JSONShape(json)
        guard shape.depth <= Self.deepest else {
            throw MidenError.invalidValue("The value is nested deeper than \(Self.deepest).")
        }
        self = try ParseValueRequest(json: json).result().value
        // Rust tells such names apart, and the dictionary that they become does not.
        guard fieldCount == shape.fieldCount else {
            throw MidenError.invalidValue("An object has two fields with names that Swift does not tell apart.")
        }
    }

    /// How many fields its objects have in all.
    private var fieldCount: Int {
        switch self {
        case .array(let values): values.reduce(0) { $0 + $1.fieldCount }
        case .object(let fields): fields.values.reduce(fields.count) { $0 + $1.fieldCount }
        default: 0
        }
    }

    /// Makes a value of anything that can be encoded.
    ///
    /// - Parameter value: The value.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if it cannot be encoded
    ///   as JSON, or has a number that is no integer.
    public init(encoding value: some Encodable) throws {
        do {
            let encoder = JSONEncoder()
            if let key = CodingUserInfoKey.contractValue {
                encoder.userInfo[key] = true
            }
            self = try JSONDecoder().decode(ContractValue.self, from: encoder.encode(value))
        } catch {
            throw MidenError.invalidValue("The value cannot be encoded", cause: error)
        }
    }

    /// Reads the value of a type from its field elements.
    ///
    /// - Parameters:
    ///   - felts: The elements, the one on top of the stack first.
    ///   - type: The type.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if they are not a value
    ///   of the type, and ``MidenError/Kind/unsupportedType`` if no call can pass one.
    public init(felts: [Felt], of type: ContractType) throws {
        try type.checkNames()
        self = try DecodeValueRequest(type: type, felts: felts).result().value
    }

    /// Encodes the value as one of a type.
    ///
    /// - Parameter type: The type.
    /// - Returns: The field elements, the one for the top of the stack first.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` and the place of the part
    ///   that does not fit, and ``MidenError/Kind/unsupportedType`` if no call can pass such a value.
    public func felts(of type: ContractType) throws -> [Felt] {
        try type.checkNames()
        return try EncodeValueRequest(type: type, value: self).result().felts
    }

    /// Reads anything that can be decoded. Integers are taken from numbers and from digits.
    ///
    /// - Parameter type: What to read.
    /// - Returns: What was read.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/invalidValue`` if the value is none.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        do {
            return try ContractValueDecoder(value: self, codingPath: []).decode(type)
        } catch {
            throw MidenError.invalidValue("The value is not a \(type)", cause: error)
        }
    }

    /// The value as JSON, with the fields of objects in alphabetical order.
    public var json: String {
        switch self {
        case .null: "null"
        case .bool(let value): String(value)
        case .integer(let number): String(number)
        case .text(let text): Self.quoted(text)
        case .array(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
        case .object(let fields):
            "{"
                + fields.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value.json)" }
                .joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension ContractValue: CustomStringConvertible {
    /// The value on one line, for people.
    public var description: String {
        switch self {
        case .null, .bool, .integer: json
        case .text(let text): text
        case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
        case .object(let fields):
            fields.isEmpty
                ? "{}"
                : "{ "
                    + fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
                    + " }"
        }
    }
}

extension ContractValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// Makes a value of `true` or `false`.
    ///
    /// - Parameter value: The literal.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Makes a value of an integer. One that does not fit in 64 bits can be given as its digits.
    ///
    /// - Parameter value: The literal.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }

    /// Makes a value of a text.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) {
        self = .text(value)
    }
}

extension ContractValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Makes an array.
    ///
    /// - Parameter elements: Its elements.
    public init(arrayLiteral elements: ContractValue...) {
        self = .array(elements)
    }

    /// Makes an object. A field that is given twice ends the program.
    ///
    /// - Parameter elements: Its fields.
    public init(dictionaryLiteral elements: (String, ContractValue)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}

extension ContractValue: Codable {
    /// How deep values can be nested. Each level takes some of the thread's stack.
    private static let deepest = 64

    /// Any name of a field.
    private struct FieldName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads a value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is a number that is no integer, if it is nested deeper than 64, or what the decoder
    ///   throws.
    public init(from decoder: any Decoder) throws {
        // The replies of the core have the value in a field.
        guard decoder.codingPath.count <= Self.deepest + 1 else {
            let description = "The value is nested deeper than \(Self.deepest)."
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: description))
        }
        if let container = try? decoder.container(keyedBy: FieldName.self) {
            var fields: [String: ContractValue] = [:]
            for name in container.allKeys {
                fields[name.stringValue] = try container.decode(ContractValue.self, forKey: name)
            }
            self = .object(fields)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var values: [ContractValue] = []
            while !container.isAtEnd {
                values.append(try container.decode(ContractValue.self))
            }
            self = .array(values)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Int64.self) {
            self.init(number)
        } else if let number = try? container.decode(UInt64.self) {
            self.init(number)
        } else if #available(macOS 15, iOS 18, *), let number = try? container.decode(Int128.self) {
            self.init(number)
        } else if #available(macOS 15, iOS 18, *), let number = try? container.decode(UInt128.self) {
            self.init(number)
        } else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "There is a number that is not an integer, or is too long."
            )
        }
    }

    /// Writes the value.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let fields): try fields.encode(to: encoder)
        case .array(let values): try values.encode(to: encoder)
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .integer(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            default: try container.encodeNil()
            }
        }
    }
}

/// What can be told of JSON without reading it: how deep it is nested, and how many fields its objects have in all.
private struct JSONShape {
    private(set) var depth = 0
    private(set) var fieldCount = 0

    /// - Parameter json: JSON. Of another text the numbers mean nothing.
    init(_ json: String) {
        var level = 0
        var isInText = false
        var isEscaped = false
        for byte in json.utf8 {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isInText.toggle()
            } else if isInText {
                isEscaped = byte == UInt8(ascii: "\\")
            } else {
                switch byte {
                case UInt8(ascii: ":"): fieldCount += 1
                case UInt8(ascii: "["), UInt8(ascii: "{"): level += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"): level -= 1
                default: break
                }
                depth = max(depth, level)
            }
        }
    }
}

extension MidenError {
    fileprivate static func invalidValue(_ message: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: .invalidValue, message: message)
    }

    /// The error of a value that cannot be converted.
    fileprivate static func invalidValue(_ message: String, cause: any Error) -> MidenError {
        let reason: String
        switch cause {
        case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            reason = place(context.codingPath) + context.debugDescription
        case EncodingError.invalidValue(_, let context):
            reason = place(context.codingPath) + context.debugDescription
        case DecodingError.keyNotFound(let key, let context):
            reason = place(context.codingPath + [key]) + "the field is missing"
        default:
            reason = cause.localizedDescription
        }
        return MidenError(code: .invalidParameter, kind: .invalidValue, message: "\(message): \(reason)")
    }

    private static func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "" }
        var place = ""
        for key in path {
            if let index = key.intValue {
                place += "[\(index)]"
            } else {
                place += (place.isEmpty ? "" : ".") + key.stringValue.shortened
            }
        }
        return place + ": "
    }
}
