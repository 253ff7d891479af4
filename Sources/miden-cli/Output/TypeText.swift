import MidenSwiftClient

/// Types as they are written in assembly.
///
/// A stranger chooses the names. A name that reads as something else is marked: one of a type without parts gets the kind of
/// its type before it, and one with characters that structures are written with is quoted.
struct TypeText {
    /// Names that several types have.
    private let sharedNames: Set<String>

    /// - Parameter types: The types with names of an interface.
    init(_ types: [ContractInterface.NamedType]) {
        sharedNames = Set(Dictionary(grouping: types, by: \.name).filter { $0.value.count > 1 }.keys)
    }

    /// What a procedure takes and returns.
    func text(_ signature: ContractInterface.Signature) -> String {
        let parameters = signature.parameters.map { parameter in
            parameter.name.map { "\(Self.written($0)): \(text(parameter.type))" } ?? text(parameter.type)
        }
        let taken = "(\(parameters.joined(separator: ", ")))"
        let returned = signature.results.map(text).joined(separator: ", ")
        switch signature.results.count {
        case 0: return taken
        case 1: return "\(taken) -> \(returned)"
        default: return "\(taken) -> (\(returned))"
        }
    }

    /// The whole path of a type with a name, as far as it is known.
    func path(of type: ContractInterface.NamedType) -> String {
        type.module.map { "\(Self.written($0))::\(Self.written(type.name))" } ?? Self.written(type.name)
    }

    /// The structure of a type, with the names of the types in it.
    func structure(of type: ContractType) -> String {
        switch type {
        case .array(let element, let length): "[\(text(element)); \(length)]"
        case .structure(_, _, let fields):
            "struct { \(fields.map { "\(Self.written($0.name)): \(text($0.type))" }.joined(separator: ", ")) }"
        case .tuple(_, _, let elements): "(\(elements.map(text).joined(separator: ", ")))"
        case .enumeration(_, _, let discriminant, let variants):
            "enum : \(text(discriminant)) { "
                + variants.map { "\(Self.written($0.name)) = \($0.value)" }.joined(separator: ", ") + " }"
        case .unsupported(_, let reason): "none: \(UnsupportedTypeReason(reason).description)"
        case .storage(let name): name
        default: Self.plainName(of: type) ?? ""
        }
    }

    /// The name of a type, or its structure if it has none.
    private func text(_ type: ContractType) -> String {
        switch type {
        case .structure(let name?, let module, _): named("struct", name, in: module)
        case .tuple(let name?, let module, _): named("tuple", name, in: module)
        case .enumeration(let name, let module, _, _): named("enum", name, in: module)
        case .unsupported(let name, _): Self.plainNames.contains(name) ? "unsupported \(name)" : name
        default: structure(of: type)
        }
    }

    private func named(_ kind: String, _ name: String, in module: String?) -> String {
        if let module, sharedNames.contains(name) {
            return "\(Self.written(module))::\(Self.written(name))"
        }
        return Self.plainNames.contains(name) ? "\(kind) \(name)" : Self.written(name)
    }

    /// A name, in quotation marks if it could be read as more than a name.
    private static func written(_ name: String) -> String {
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: "_-:/@.".utf8.contains(byte)
            }
        }
        guard isName, !name.isEmpty else {
            return "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
        }
        return name
    }

    private static func plainName(of type: ContractType) -> String? {
        switch type {
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
        default: nil
        }
    }

    /// The names of the types without parts, with another one of ``ContractType/bool``.
    private static let plainNames: Set<String> = [
        "felt", "word", "i1", "bool", "i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "u256",
    ]
}
