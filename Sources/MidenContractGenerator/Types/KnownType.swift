/// A type of the protocol, or of Swift, that stands for a type of a package.
///
/// The core knows types of the protocol by their names and structures together (`well_known.rs`), and so does this.
struct KnownType {
    /// The Swift type.
    let name: String
    /// The type as the library's `ContractType` has it.
    let contractType: String

    private init(_ name: String, _ contractType: String) {
        self.name = name
        self.contractType = contractType
    }

    /// What stands for a type; nil if the file has to declare one.
    init?(_ type: ValueType) {
        switch type {
        case .felt: self.init("Felt", ".felt")
        case .word, .array(of: .felt, length: 4): self.init("Word", ".word")
        case .bool: self.init("Bool", ".bool")
        case .i8: self.init("Int8", ".i8")
        case .i16: self.init("Int16", ".i16")
        case .i32: self.init("Int32", ".i32")
        case .i64: self.init("Int64", ".i64")
        case .i128: self.init("Int128", ".i128")
        case .u8: self.init("UInt8", ".u8")
        case .u16: self.init("UInt16", ".u16")
        case .u32: self.init("UInt32", ".u32")
        case .u64: self.init("UInt64", ".u64")
        case .u128: self.init("UInt128", ".u128")
        case .u256: self.init("UInt256", ".u256")
        case .structure(let name?, _, let fields): self.init(structure: ValueType.plain(name), fields)
        case .enumeration(let name, _, .u8, let variants)
        where ValueType.plain(name) == "NoteType" && Self.areNoteTypes(variants):
            self.init("NoteType", ".noteType")
        default: return nil
        }
    }

    /// - Parameters:
    ///   - name: The name of the struct, without the interface that the Rust compiler puts before it.
    ///   - fields: Its fields.
    private init?(structure name: String, _ fields: [ValueType.Field]) {
        switch (name, fields.map(\.name)) {
        case ("felt", ["inner"]) where fields.first?.type == .felt: self.init("Felt", ".felt")
        case ("word", ["a", "b", "c", "d"]) where Self.are("Felt", fields): self.init("Word", ".word")
        case ("note-type", ["inner"]) where Self.are("Felt", fields): self.init("NoteType", ".noteType")
        case ("AccountId", let names), ("account-id", let names):
            guard Self.are("Felt", fields) else { return nil }
            // A value is the same text in either order, so one Swift type stands for both.
            switch names {
            case ["suffix", "prefix"]: self.init("AccountID", ".accountID")
            case ["prefix", "suffix"]: self.init("AccountID", ".prefixFirstAccountID")
            default: return nil
            }
        case ("Asset", let names), ("asset", let names):
            guard names == ["id", "value"] || names == ["key", "value"], Self.are("Word", fields) else { return nil }
            self.init("Asset", ".asset")
        default: return nil
        }
    }

    private static func are(_ name: String, _ fields: [ValueType.Field]) -> Bool {
        fields.allSatisfy { KnownType($0.type)?.name == name }
    }

    private static func areNoteTypes(_ variants: [ValueType.Variant]) -> Bool {
        variants.count == 2 && variants.contains(ValueType.Variant(name: "PRIVATE", value: "0"))
            && variants.contains(ValueType.Variant(name: "PUBLIC", value: "1"))
    }
}
