/// The Swift names of the types that a file declares for types of a package.
///
/// Types of one structure and name are one Swift type, whatever their modules are. Another structure of the same name is
/// called by its module, too: `Point` and `SolidPoint`.
struct TypeNames {
    /// A type of the package with the name that it has in Swift.
    struct Named {
        let type: ValueType
        let name: String
    }

    /// The types, in the order in which they were added.
    private(set) var types: [Named] = []
    /// The names by the types without modules.
    private var names: [ValueType: String] = [:]
    /// The names of types in the package, by those in Swift.
    private var packageNames: [String: String] = [:]
    /// What has a name, by the name.
    private var origins: [String: String] = [:]
    private var table: NameTable
    private let contract: String

    init(contract: String) {
        self.contract = contract
        table = NameTable(reserved: ReservedNames.contractTypes)
    }

    /// The names that are taken.
    var taken: some Sequence<String> { origins.keys }

    /// Whether a name is taken.
    func hasTaken(_ name: String) -> Bool { origins[name] != nil }

    /// The name of a type.
    subscript(type: ValueType) -> String? { names[type.withoutModules] }

    /// Gives a name to a type that has one in the package, unless it has one in Swift.
    mutating func add(_ type: ValueType) throws(GeneratorError) {
        guard KnownType(type) == nil, let name = type.name, self[type] == nil else { return }
        let qualifiers = Self.qualifiers(of: type)
        let simple = Naming.type(name)
        var swiftName = simple
        // Two names that become one are an error; one name in two modules is not.
        for count in stride(from: 1, through: qualifiers.count, by: 1) where packageNames[swiftName] == name {
            swiftName = qualifiers.suffix(count).joined() + simple
        }
        try take(swiftName, for: type, origin: type.module.map { "\($0)::\(name)" } ?? name)
        packageNames[swiftName] = name
    }

    /// Gives names to a type and to the types in it. Those without a name in the package are called by where they are.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - place: The name of the type if it has none in the package.
    /// - Throws: `GeneratorError` if two types get one name, or one a reserved name.
    mutating func addAll(in type: ValueType, at place: String) throws(GeneratorError) {
        guard KnownType(type) == nil else { return }
        switch type {
        case .array(let element, _): try addAll(in: element, at: place)
        case .structure(_, _, let fields):
            guard let name = try added(type, at: place) else { return }
            for field in fields {
                try addAll(in: field.type, at: name + Naming.type(field.name))
            }
        case .tuple(_, _, let elements):
            guard let name = try added(type, at: place) else { return }
            for (index, element) in elements.enumerated() {
                try addAll(in: element, at: "\(name)Element\(index)")
            }
        case .enumeration: try add(type)
        default: break
        }
    }

    /// A name that nothing has yet: the proposed one, or with a number behind it.
    mutating func free(_ proposal: String, origin: String) throws(GeneratorError) -> String {
        var name = proposal
        var number = 2
        while origins[name] != nil || ReservedNames.contractTypes.contains(name) || name == contract {
            name = "\(proposal)\(number)"
            number += 1
        }
        try take(name, origin: origin)
        return name
    }

    /// Takes a name.
    mutating func take(_ name: String, origin: String) throws(GeneratorError) {
        guard name != contract else {
            throw GeneratorError(
                """
                The type `\(SourceText.inline(origin))` is `\(name)` in Swift, which is the name of the contract. Give the \
                contract another `name` in its configuration.
                """
            )
        }
        try table.add(name, origin: origin)
        origins[name] = origin
    }

    private mutating func take(_ name: String, for type: ValueType, origin: String) throws(GeneratorError) {
        try take(name, origin: origin)
        names[type.withoutModules] = name
        types.append(Named(type: type, name: name))
    }

    /// The name of a type whose parts were not named before; nil if they were.
    private mutating func added(_ type: ValueType, at place: String) throws(GeneratorError) -> String? {
        if let name = self[type] {
            return visited.insert(name).inserted ? name : nil
        }
        if type.name != nil {
            try add(type)
        } else {
            let name = try free(place, origin: type.definition)
            names[type.withoutModules] = name
            types.append(Named(type: type, name: name))
        }
        guard let name = self[type] else { return nil }
        visited.insert(name)
        return name
    }

    /// The types whose parts have names.
    private var visited: Set<String> = []

    /// The parts of a type's module as parts of a Swift name, the nearest one last.
    private static func qualifiers(of type: ValueType) -> [String] {
        let name = type.name ?? ""
        let path =
            type.module.map { $0.split(separator: ":") }
            ?? name.split(whereSeparator: { $0 == "/" || $0 == ":" }).dropLast()
        // Versions of interfaces say nothing to a reader.
        return path.map { Naming.type(String($0.prefix { $0 != "@" })) }
    }
}
