extension ValueType {
    /// The type as a source writes it: `u32`, `[felt; 3]`, or the name of the type.
    var source: String {
        switch self {
        case .felt: "felt"
        case .word: "word"
        case .bool: "i1"
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
        case .array(let element, let length): "[\(element.source); \(length)]"
        case .structure(let name, _, _), .tuple(let name, _, _): name.map(Self.plain) ?? definition
        case .enumeration(let name, _, _, _): Self.plain(name)
        case .unsupported(let name, _): name
        }
    }

    /// A name without the interface that the Rust compiler puts before it.
    static func plain(_ name: String) -> String {
        name.split(separator: "/").last.map(String.init) ?? name
    }

    /// The type with its parts: `Balance { amount: felt, entries: u32 }`.
    var definition: String {
        switch self {
        case .structure(let name, _, let fields):
            (name.map { "\(Self.plain($0)) " } ?? "")
                + "{ \(fields.map { "\($0.name): \($0.type.source)" }.joined(separator: ", ")) }"
        case .tuple(let name, _, let elements):
            (name.map(Self.plain) ?? "") + "(\(elements.map(\.source).joined(separator: ", ")))"
        case .enumeration(let name, _, let discriminant, let variants):
            "\(Self.plain(name)): \(discriminant.source) { \(variants.map(\.name).joined(separator: ", ")) }"
        default: source
        }
    }

    /// The parts of the type, in the order of the stack.
    var parts: [ValueType] {
        switch self {
        case .array(let element, _): [element]
        case .structure(_, _, let fields): fields.map(\.type)
        case .tuple(_, _, let elements): elements
        default: []
        }
    }

    /// The reason why no Swift type can stand for this type, as a clause about “it”; nil if one can.
    var obstacle: String? {
        switch self {
        case .unsupported(_, let reason): Self.reason(reason)
        case .enumeration(_, _, _, let variants) where variants.isEmpty: Self.reason("never")
        default: parts.lazy.compactMap(\.obstacle).first
        }
    }

    /// The reason of a description in the words of `UnsupportedTypeReason`, which a build tool does not link.
    static func reason(_ code: String) -> String {
        switch code {
        case "f64": "it is a floating-point number"
        case "pointer": "it is an address, which means nothing across a call"
        case "list": "it is a list, which is passed by its address"
        case "function": "it is a function"
        case "variadic": "it stands for any number of values"
        case "unknown": "the package does not say what it is"
        case "never": "it has no values"
        case "payload_enum": "it is an enum with values in its variants"
        case "recursive": "it contains itself"
        case "partly_named": "it has names for some of its fields only"
        case "ambiguous": "two of its fields or variants have the same name or number"
        case "invalid_name": "it has a name that cannot be shown"
        case "too_complex": "it is too large to describe"
        default: "this version does not know the reason “\(SourceText.inline(code))”"
        }
    }

    /// Whether its Swift type has an integer of 128 bits.
    var needsNewerSystems: Bool {
        switch self {
        case .i128, .u128: true
        case .enumeration(_, _, _, let variants): variants.contains { UInt64($0.value) == nil }
        default: parts.contains(where: \.needsNewerSystems)
        }
    }
}
