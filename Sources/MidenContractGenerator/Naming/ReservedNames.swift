/// Names that a package's names must not become, because the runtime or the generator has them.
enum ReservedNames {
    /// Names that a contract's type cannot have, besides those of the types that generated code mentions: it would hide
    /// what most code means by them.
    static let contracts: Set<String> = [
        "Any", "Array", "Character", "Codable", "Comparable", "Data", "Date", "Decodable", "Dictionary", "Double",
        "Duration", "Encodable", "Equatable", "Error", "Float", "Foundation", "Identifiable", "Int", "MidenError",
        "MidenSwiftClient", "MidenWallet", "Never", "Optional", "Protocol", "Result", "Self", "Set", "Substring",
        "Swift", "Task", "Type", "UInt", "URL", "UUID", "Void",
    ]
    /// Members of a contract's type.
    static let contractMembers: Set<String> = [
        "accountID", "contract", "createAccount", "deploy", "init", "package", "packageFile", "reader", "reads",
        "storage",
    ]
    /// Types nested in a contract's type, and the modules that generated code names.
    static let contractTypes: Set<String> = [
        "Failure", "Foundation", "InitialStorage", "MidenSwiftClient", "Reads", "Storage", "Swift",
    ]
    /// Members of a struct that is made of a type of the package.
    static let structMembers: Set<String> = ["CodingKeys", "contractType"]
    /// Cases of an enum that is made of a type of the package.
    static let enumCases: Set<String> = ["allCases", "contractType"]
}
