/// A Swift type that a generated file declares within the type of the contract.
struct TypeDeclaration {
    /// A field of a struct.
    struct Field {
        /// The name in Swift, not escaped.
        let name: String
        /// The name in values. Those of a type with unkeyed coding have none.
        let key: String?
        /// The Swift type, as source.
        let type: String
        /// What the documentation says of it, any text.
        let documentation: String
        /// The default of the parameter of the initializer, as source.
        var defaultValue: String?
    }

    /// A variant of an enum.
    struct Variant {
        /// The name in Swift, not escaped.
        let name: String
        /// The name in values.
        let key: String
    }

    /// What is in it.
    enum Content {
        case structure([Field])
        /// A struct whose values are arrays.
        case unkeyedStructure([Field])
        case enumeration([Variant])
    }

    /// The name in Swift, without the contract's, not escaped.
    let name: String
    /// What it is made of, for errors: "the type `Entry` of `::tutorials::ledger`".
    let origin: String
    /// What the documentation says of it, any text.
    let documentation: String
    let content: Content
    /// The contract type, as source: `.structure(…)` without `ContractType` before it.
    let contractType: SourceExpression
    /// Whether it needs the newer systems that have integers of 128 bits.
    var needsNewerSystems = false
}
