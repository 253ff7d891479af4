/// Names that a package's names must not become, because the runtime or the generator has them.
enum ReservedNames {
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
