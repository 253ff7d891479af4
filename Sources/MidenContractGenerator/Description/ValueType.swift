/// The type of a value that a procedure takes or returns, as a description has it.
indirect enum ValueType: Hashable, Sendable {
    /// A field of a struct.
    struct Field: Hashable, Sendable, Decodable {
        let name: String
        let type: ValueType
    }

    /// A variant of an enum.
    struct Variant: Hashable, Sendable, Decodable {
        let name: String
        /// The discriminant in decimal digits, without a sign.
        let value: String
    }

    case felt, word, bool
    case i8, i16, i32, i64, i128
    case u8, u16, u32, u64, u128, u256
    case array(of: ValueType, length: UInt64)
    case structure(name: String? = nil, module: String? = nil, fields: [Field])
    case tuple(name: String? = nil, module: String? = nil, elements: [ValueType])
    case enumeration(name: String, module: String? = nil, discriminant: ValueType, variants: [Variant])
    case unsupported(name: String, reason: String)

    /// The name in the package, without the module.
    var name: String? {
        switch self {
        case .structure(let name, _, _), .tuple(let name, _, _): name
        case .enumeration(let name, _, _, _): name
        default: nil
        }
    }

    /// The module of the definition.
    var module: String? {
        switch self {
        case .structure(_, let module, _), .tuple(_, let module, _), .enumeration(_, let module, _, _): module
        default: nil
        }
    }

    /// The type without modules. Two types of one structure and name differ by their modules alone.
    var withoutModules: ValueType {
        switch self {
        case .array(let element, let length): .array(of: element.withoutModules, length: length)
        case .structure(let name, _, let fields):
            .structure(name: name, fields: fields.map { Field(name: $0.name, type: $0.type.withoutModules) })
        case .tuple(let name, _, let elements): .tuple(name: name, elements: elements.map(\.withoutModules))
        case .enumeration(let name, _, let discriminant, let variants):
            .enumeration(name: name, discriminant: discriminant, variants: variants)
        default: self
        }
    }
}

extension ValueType: Decodable {
    private enum CodingKeys: String, CodingKey {
        case kind, name, module, element, length, fields, elements, discriminant, variants, reason
    }

    /// The types that have nothing but their kind.
    private static let plain: [String: ValueType] = [
        "felt": .felt, "word": .word, "bool": .bool,
        "i8": .i8, "i16": .i16, "i32": .i32, "i64": .i64, "i128": .i128,
        "u8": .u8, "u16": .u16, "u32": .u32, "u64": .u64, "u128": .u128, "u256": .u256,
    ]

    /// The keys of types within types.
    private static let levels: Set<String> = ["element", "fields", "elements", "discriminant"]

    /// How deep types can be nested in a description. The core describes those of at most 32.
    private static let deepest = 64

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count(where: { Self.levels.contains($0.stringValue) }) < Self.deepest else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "Types are nested deeper than \(Self.deepest).")
            )
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try container.decode(String.self, forKey: .kind)
        if let plain = Self.plain[kind] {
            self = plain
            return
        }
        switch kind {
        case "array":
            self = .array(
                of: try container.decode(ValueType.self, forKey: .element),
                length: try container.decode(UInt64.self, forKey: .length)
            )
        case "struct":
            self = .structure(
                name: try container.decodeIfPresent(String.self, forKey: .name),
                module: try container.decodeIfPresent(String.self, forKey: .module),
                fields: try container.decode([Field].self, forKey: .fields)
            )
        case "tuple":
            self = .tuple(
                name: try container.decodeIfPresent(String.self, forKey: .name),
                module: try container.decodeIfPresent(String.self, forKey: .module),
                elements: try container.decode([ValueType].self, forKey: .elements)
            )
        case "enum":
            self = .enumeration(
                name: try container.decode(String.self, forKey: .name),
                module: try container.decodeIfPresent(String.self, forKey: .module),
                discriminant: try container.decode(ValueType.self, forKey: .discriminant),
                variants: try container.decode([Variant].self, forKey: .variants)
            )
        case "unsupported":
            self = .unsupported(
                name: try container.decode(String.self, forKey: .name),
                reason: try container.decode(String.self, forKey: .reason)
            )
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .kind,
                in: container,
                debugDescription: "There is no type of this kind."
            )
        }
    }
}
