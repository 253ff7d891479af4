/// The types of Swift and of the library that generated files mention.
///
/// A type that a file declares hides the one of its name. Then, and only then, the file writes the module before it.
struct OuterTypes {
    private static let swift: Set<String> = [
        "Bool", "CaseIterable", "CodingKey", "Decoder", "Encoder", "Hashable", "Int128", "Int16", "Int32", "Int64",
        "Int8",
        "Sendable", "String", "UInt128", "UInt16", "UInt32", "UInt64", "UInt8",
    ]
    private static let library: Set<String> = [
        "AccountID", "Asset", "Contract", "ContractCall", "ContractDefaultStorage", "ContractInitialStorage",
        "ContractInterface", "ContractMap", "ContractReader", "ContractType", "Felt", "FeltCodable",
        "InitialStorageSlot",
        "NoInitialStorage", "NoResult", "NoteType", "PrefixFirstAccountID", "RoleSymbol", "SignatureScheme",
        "StorageCoding",
        "TokenSymbol", "TypedContract", "UInt256", "Word",
    ]

    /// All of them.
    static let names = swift.union(library)

    /// The names that the file declares.
    private let hidden: Set<String>

    init(hiddenBy declared: some Sequence<String>) {
        hidden = Self.names.intersection(declared)
    }

    /// A type as source: `Word`, or `MidenSwiftClient.Word` if the file has a type `Word` of its own.
    func callAsFunction(_ name: String) -> String {
        guard hidden.contains(name) else { return name }
        return "\(Self.swift.contains(name) ? "Swift" : "MidenSwiftClient").\(name)"
    }
}
