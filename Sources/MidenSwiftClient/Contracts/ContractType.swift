/// The type of a value that a procedure takes or returns, or that storage keeps.
///
/// Types are structural: two types are the same if they have the same structure. The Rust core describes the types of a
/// package in this form, and has the layout of their values.
public indirect enum ContractType: Hashable, Sendable {
    /// A field of a struct.
    public struct Field: Hashable, Sendable, Codable {
        /// Its name. No other field of the struct has it.
        public let name: String
        /// Its type.
        public let type: ContractType

        /// Makes a field.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - type: Its type.
        public init(_ name: String, _ type: ContractType) {
            self.name = name
            self.type = type
        }
    }

    /// A variant of an enum.
    public struct Variant: Hashable, Sendable, Codable {
        /// Its name. No other variant of the enum has it.
        public let name: String
        /// Its discriminant in decimal digits. It may have 128 bits, and those of one below zero are read as those of a
        /// number without a sign.
        public let value: String

        /// Makes a variant.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - value: Its discriminant.
        public init(_ name: String, _ value: some UnsignedInteger) {
            self.name = name
            self.value = String(value)
        }
    }

    /// A field element.
    case felt
    /// Four field elements.
    case word
    /// `true` or `false`.
    case bool
    /// Integers with a sign, of 8 to 128 bits.
    case i8, i16, i32, i64, i128
    /// Integers without a sign, of 8 to 256 bits.
    case u8, u16, u32, u64, u128, u256
    /// Values of one type.
    case array(of: ContractType, length: UInt64)
    /// Values with names. The module tells it from another struct of its name.
    case structure(name: String? = nil, module: String? = nil, fields: [Field])
    /// Values without names.
    case tuple(name: String? = nil, module: String? = nil, elements: [ContractType])
    /// One of several names, each with a number of the type of the discriminant.
    case enumeration(name: String, module: String? = nil, discriminant: ContractType, variants: [Variant])
    /// What no call can pass, with the reason.
    case unsupported(name: String, reason: String)
    /// A type of storage, by its name in storage schemas, such as `miden::standards::auth::pub_key`.
    case storage(String)

    /// Who can read a note.
    public static let noteType = ContractType.enumeration(
        name: "NoteType",
        discriminant: .u8,
        variants: [Variant("PRIVATE", UInt8(0)), Variant("PUBLIC", UInt8(1))]
    )

    /// The id of an account, as assembly has it.
    public static let accountID = ContractType.structure(
        name: "AccountId",
        fields: [Field("suffix", .felt), Field("prefix", .felt)]
    )

    /// The id of an account, as the Rust compiler has it.
    public static let prefixFirstAccountID = ContractType.structure(
        name: "AccountId",
        fields: [Field("prefix", .felt), Field("suffix", .felt)]
    )

    /// An asset, fungible or not.
    public static let asset = ContractType.structure(
        name: "Asset",
        fields: [Field("id", .word), Field("value", .word)]
    )

    /// The types that storage schemas can name.
    private static let storageTypes: Set<String> = [
        "void", "bool", "felt", "word", "u8", "u16", "u32", "miden::standards::access::role_symbol",
        "miden::standards::auth::pub_key", "miden::standards::auth::scheme",
        "miden::standards::faucets::fungible::token_symbol",
    ]

    /// The keys of types within types.
    private static let levels: Set<String> = ["element", "fields", "elements", "discriminant"]

    /// How deep types can be nested in a description. The core describes those of at most 32.
    private static let deepest = 64
}

extension ContractType {
    /// Refuses a type with fields or variants whose names Swift does not tell apart: values have only one of them.
    ///
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind ``MidenError/Kind/unsupportedType``.
    func checkNames() throws {
        guard let name = firstSharedName else { return }
        throw MidenError(
            code: .invalidParameter,
            kind: .unsupportedType,
            message: "The type has two fields or variants with the name “\(name.shortened)”: no value has both."
        )
    }

    /// The first name that two fields of a struct or two variants of an enum have.
    private var firstSharedName: String? {
        switch self {
        case .array(let element, _): element.firstSharedName
        case .structure(_, _, let fields):
            Self.firstShared(fields.map(\.name)) ?? fields.lazy.compactMap(\.type.firstSharedName).first
        case .tuple(_, _, let elements): elements.lazy.compactMap(\.firstSharedName).first
        case .enumeration(_, _, _, let variants): Self.firstShared(variants.map(\.name))
        default: nil
        }
    }

    private static func firstShared(_ names: [String]) -> String? {
        var known: Set<String> = []
        return names.first { !known.insert($0).inserted }
    }
}

extension ContractType: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, name, module, element, length, fields, elements, discriminant, variants, reason
    }

    /// The types that have nothing but their kind.
    private static let plain: [String: ContractType] = [
        "felt": .felt, "word": .word, "bool": .bool,
        "i8": .i8, "i16": .i16, "i32": .i32, "i64": .i64, "i128": .i128,
        "u8": .u8, "u16": .u16, "u32": .u32, "u64": .u64, "u128": .u128, "u256": .u256,
    ]

    /// Reads a type.
    ///
    /// - Parameter decoder: A decoder at an object of a description, or at the name of a type of storage.
    /// - Throws: `DecodingError` if there is none, if types are nested deeper than 64, or if two fields or variants have names
    ///   that Swift does not tell apart.
    public init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            guard Self.storageTypes.contains(name) else {
                throw Self.corrupted(decoder, "There is no type of storage with the name \(name.shortened).")
            }
            self = .storage(name)
            return
        }
        guard decoder.codingPath.count(where: { Self.levels.contains($0.stringValue) }) < Self.deepest else {
            throw Self.corrupted(decoder, "Types are nested deeper than \(Self.deepest).")
        }
        self = try Self.structured(decoder)
        // Those of the parts were checked before.
        let names: [String]
        switch self {
        case .structure(_, _, let fields): names = fields.map(\.name)
        case .enumeration(_, _, _, let variants): names = variants.map(\.name)
        default: names = []
        }
        if let name = Self.firstShared(names) {
            throw Self.corrupted(decoder, "Two fields or variants have the name \(name.shortened).")
        }
    }

    private static func corrupted(_ decoder: any Decoder, _ description: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: description))
    }

    /// Reads a type that is not one of storage.
    private static func structured(_ decoder: any Decoder) throws -> ContractType {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(String.self, forKey: .kind)
        if let plain = plain[kind] {
            return plain
        }
        switch kind {
        case "array":
            return .array(
                of: try container.decode(ContractType.self, forKey: .element),
                length: try container.decode(UInt64.self, forKey: .length)
            )
        case "struct":
            return .structure(
                name: try container.decodeIfPresent(String.self, forKey: .name),
                module: try container.decodeIfPresent(String.self, forKey: .module),
                fields: try container.decode([Field].self, forKey: .fields)
            )
        case "tuple":
            return .tuple(
                name: try container.decodeIfPresent(String.self, forKey: .name),
                module: try container.decodeIfPresent(String.self, forKey: .module),
                elements: try container.decode([ContractType].self, forKey: .elements)
            )
        case "enum":
            return .enumeration(
                name: try container.decode(String.self, forKey: .name),
                module: try container.decodeIfPresent(String.self, forKey: .module),
                discriminant: try container.decode(ContractType.self, forKey: .discriminant),
                variants: try container.decode([Variant].self, forKey: .variants)
            )
        case "unsupported":
            return .unsupported(
                name: try container.decode(String.self, forKey: .name),
                reason: try container.decode(String.self, forKey: .reason)
            )
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .kind,
                in: container,
                debugDescription: "There is no type of the kind \(kind.shortened)."
            )
        }
    }

    /// Writes the type.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if case .storage(let name) = self {
            var container = encoder.singleValueContainer()
            try container.encode(name)
            return
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        switch self {
        case .array(let element, let length):
            try container.encode(element, forKey: .element)
            try container.encode(length, forKey: .length)
        case .structure(let name, let module, let fields):
            try container.encodeIfPresent(name, forKey: .name)
            try container.encodeIfPresent(module, forKey: .module)
            try container.encode(fields, forKey: .fields)
        case .tuple(let name, let module, let elements):
            try container.encodeIfPresent(name, forKey: .name)
            try container.encodeIfPresent(module, forKey: .module)
            try container.encode(elements, forKey: .elements)
        case .enumeration(let name, let module, let discriminant, let variants):
            try container.encode(name, forKey: .name)
            try container.encodeIfPresent(module, forKey: .module)
            try container.encode(discriminant, forKey: .discriminant)
            try container.encode(variants, forKey: .variants)
        case .unsupported(let name, let reason):
            try container.encode(name, forKey: .name)
            try container.encode(reason, forKey: .reason)
        default:
            break
        }
    }

    private var kind: String {
        switch self {
        case .felt: "felt"
        case .word: "word"
        case .bool: "bool"
        case .i8: "i8"
        case .i16: "i16"
        case .i32: "i32"
        case .i64: "i64"
        case .i128: "i128"
        case .u8: "u8"
        case .u16: "u16"
        case .u32: "u32"
        case .u64: "u64"
        case .u128: "u128"
        case .u256: "u256"
        case .array: "array"
        case .structure: "struct"
        case .tuple: "tuple"
        case .enumeration: "enum"
        case .unsupported: "unsupported"
        case .storage(let name): name
        }
    }
}
