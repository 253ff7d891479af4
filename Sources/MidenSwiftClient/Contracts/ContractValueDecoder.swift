/// Reads decodable types from a value. Unlike a decoder of JSON, it takes an integer from its digits as well, since that is
/// the form of the large ones.
struct ContractValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: ContractValue
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let fields) = value else { throw mismatch([String: ContractValue].self) }
        return KeyedDecodingContainer(ContractValueFields(fields: fields, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        switch value {
        case .array(let values):
            return ContractValueElements(values: values, codingPath: codingPath)
        case .text(let text):
            // Four field elements are a word, of which the core writes the hex.
            guard let word = try? Word(text) else { throw mismatch([ContractValue].self) }
            let elements = word.elements.map { ContractValue($0.value) }
            return ContractValueElements(values: elements, codingPath: codingPath)
        default:
            throw mismatch([ContractValue].self)
        }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let value) = value else { throw mismatch(type) }
        return value
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .text(let text) = value else { throw mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double { throw mismatch(type) }
    func decode(_ type: Float.Type) throws -> Float { throw mismatch(type) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let value = value as? Value { return value }
        return try Value(from: self)
    }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        let number: Number?
        switch value {
        case .integer(let value): number = Number(exactly: value)
        case .text(let digits): number = Number(digits)
        default: throw mismatch(type)
        }
        guard let number else {
            let description = "“\(value.description.shortened)” is not a \(type)"
            throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
        }
        return number
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        let description = "“\(value.description.shortened)” is not a \(type)"
        return .typeMismatch(type, .init(codingPath: codingPath, debugDescription: description))
    }
}

/// The fields of an object.
private struct ContractValueFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: [String: ContractValue]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { fields.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try field(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try field(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try field(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try field(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try field(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try field(key).decode(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try field(key).decode(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try field(key).decode(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try field(key).decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try field(key).decode(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try field(key).decode(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try field(key).decode(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try field(key).decode(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try field(key).decode(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try field(key).decode(type) }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try field(key).decode(type) }

    @available(macOS 15, iOS 18, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try field(key).decode(type) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try field(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try field(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try field(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        ContractValueDecoder(value: .object(fields), codingPath: codingPath)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try field(key) }

    private func field(_ key: Key) throws -> ContractValueDecoder {
        guard let value = fields[key.stringValue] else {
            let context = DecodingError.Context(codingPath: codingPath, debugDescription: "the field is missing")
            throw DecodingError.keyNotFound(key, context)
        }
        return ContractValueDecoder(value: value, codingPath: codingPath + [key])
    }
}

/// The elements of an array.
private struct ContractValueElements: UnkeyedDecodingContainer {
    /// The place of an element.
    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { intValue.map(String.init) ?? "" }

        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    let values: [ContractValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(values: [ContractValue], codingPath: [any CodingKey]) {
        self.values = values
        self.codingPath = codingPath
    }

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, values[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.decode(type) } }

    @available(macOS 15, iOS 18, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.decode(type) } }

    @available(macOS 15, iOS 18, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.decode(type) } }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try next { $0 }
    }

    /// Reads the next element. It stays the next one if it cannot be read.
    private mutating func next<Value>(_ read: (ContractValueDecoder) throws -> Value) throws -> Value {
        let path = codingPath + [Index(intValue: currentIndex)]
        guard !isAtEnd else {
            let context = DecodingError.Context(codingPath: path, debugDescription: "the element is missing")
            throw DecodingError.valueNotFound(Value.self, context)
        }
        let value = try read(ContractValueDecoder(value: values[currentIndex], codingPath: path))
        currentIndex += 1
        return value
    }
}
