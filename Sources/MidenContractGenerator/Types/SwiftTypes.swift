/// Which Swift type stands for a type of the package in a generated file.
struct SwiftTypes {
    /// The types that the file declares.
    private(set) var declarations: [TypeDeclaration] = []
    private var names: TypeNames
    private let outerTypes: OuterTypes
    /// The types of several results, by the paths of the procedures.
    private var resultNames: [String: String] = [:]

    /// Names the types that the package exports, and those of the values that its methods take and return.
    ///
    /// - Parameters:
    ///   - interface: The interface of the package.
    ///   - contract: The Swift name of the contract.
    /// - Throws: `GeneratorError` if two types, or two parts of one, get one name, or a reserved one.
    init(_ interface: Interface, contract: String) throws(GeneratorError) {
        let exported = interface.types.filter { $0.isExported && $0.type.obstacle == nil }
        let methods = interface.procedures.filter { $0.role == "account" && $0.callObstacle == nil }
        var names = TypeNames(contract: contract)
        // Those with names first: what contains them must not take the names.
        for type in exported {
            try names.add(type.type)
        }
        for type in exported {
            try names.addAll(in: type.type, at: Naming.type(type.name))
        }
        for method in methods {
            guard let signature = method.signature else { continue }
            let prefix = Naming.type(method.name)
            for (index, parameter) in signature.parameters.enumerated() {
                let place = parameter.name.map(Naming.type) ?? "Parameter\(index)"
                try names.addAll(in: parameter.type, at: prefix + place)
            }
            let hasSeveral = signature.results.count > 1
            for (index, result) in signature.results.enumerated() {
                try names.addAll(in: result, at: "\(prefix)Result" + (hasSeveral ? "\(index)" : ""))
            }
        }
        for method in methods {
            guard let results = method.signature?.results, results.count > 1 else { continue }
            let name = "\(Naming.type(Naming.read(method.name)))Result"
            resultNames[method.path] = try names.free(name, origin: "the results of \(method.path)")
        }
        self.names = names
        outerTypes = OuterTypes(hiddenBy: Array(names.taken) + [contract])
        var documentation: [ValueType: String] = [:]
        for type in interface.types {
            if let text = type.documentation {
                documentation[type.type.withoutModules] = documentation[type.type.withoutModules] ?? text
            }
        }
        for named in names.types {
            declarations.append(try declaration(of: named, documentation: documentation[named.type.withoutModules]))
        }
        for method in methods {
            if let name = resultNames[method.path], let results = method.signature?.results {
                declarations.append(resultDeclaration(name, of: method, results: results))
            }
        }
    }

    /// The Swift type of a type, as source: `UInt32`, `Entry`, `[Felt]`.
    func name(of type: ValueType) -> String {
        if let known = KnownType(type) {
            return outer(known.name)
        }
        if case .array(let element, _) = type {
            return "[\(name(of: element))]"
        }
        return names[type]?.spelled(as: .type) ?? ""
    }

    /// The Swift type of what a procedure returns, as source; nil if it returns nothing.
    func result(of procedure: Interface.Procedure) -> String? {
        guard let results = procedure.signature?.results, let first = results.first else { return nil }
        return results.count == 1 ? name(of: first) : resultNames[procedure.path]?.spelled(as: .type)
    }

    /// A type of Swift or the library, as source: with its module before it if a type of this file hides it.
    func outer(_ name: String) -> String { outerTypes(name) }

    /// The types of the package that the file declares.
    var packageTypes: [TypeNames.Named] { names.types }

    /// Whether a type of the file has a name.
    func hasTaken(_ name: String) -> Bool { names.hasTaken(name) }

    /// Adds a type that is no type of the package. Its name must not be one of `OuterTypes.names`.
    mutating func add(_ declaration: TypeDeclaration) throws(GeneratorError) {
        try names.take(declaration.name, origin: declaration.origin)
        declarations.append(declaration)
    }
}

extension SwiftTypes {
    private func declaration(
        of named: TypeNames.Named,
        documentation: String?
    ) throws(GeneratorError) -> TypeDeclaration {
        let content: TypeDeclaration.Content
        switch named.type {
        case .structure(_, _, let fields): content = .structure(try self.fields(of: fields, in: named.name))
        case .tuple(_, _, let elements): content = .unkeyedStructure(self.fields(of: elements, named: "element"))
        case .enumeration(_, _, _, let variants):
            content = .enumeration(try self.variants(of: variants, in: named.name))
        default: content = .structure([])
        }
        return TypeDeclaration(
            name: named.name,
            origin: named.type.name ?? named.name,
            documentation: documentation ?? Self.code(named.type.definition),
            content: content,
            contractType: contractType(ofDeclared: named.type),
            needsNewerSystems: named.type.needsNewerSystems
        )
    }

    private func resultDeclaration(
        _ name: String,
        of method: Interface.Procedure,
        results: [ValueType]
    ) -> TypeDeclaration {
        TypeDeclaration(
            name: name,
            origin: method.path,
            documentation: "What `\(SourceText.inline(method.name))` returns.",
            content: .unkeyedStructure(fields(of: results, named: "result")),
            contractType: contractType(ofDeclared: .tuple(elements: results)),
            needsNewerSystems: results.contains(where: \.needsNewerSystems)
        )
    }

    private func fields(
        of fields: [ValueType.Field],
        in structure: String
    ) throws(GeneratorError) -> [TypeDeclaration.Field] {
        var table = NameTable(scope: structure, reserved: ReservedNames.structMembers.union(["hashValue"]))
        var members: [TypeDeclaration.Field] = []
        for field in fields {
            let name = Naming.member(field.name)
            try table.add(name, origin: field.name)
            members.append(
                TypeDeclaration.Field(
                    name: name,
                    key: field.name,
                    type: self.name(of: field.type),
                    documentation: Self.code("\(field.name): \(field.type.source)")
                )
            )
        }
        return members
    }

    private func fields(of elements: [ValueType], named name: String) -> [TypeDeclaration.Field] {
        elements.enumerated().map { index, element in
            TypeDeclaration.Field(
                name: "\(name)\(index)",
                key: nil,
                type: self.name(of: element),
                documentation: Self.code(element.source)
            )
        }
    }

    private func variants(
        of variants: [ValueType.Variant],
        in enumeration: String
    ) throws(GeneratorError) -> [TypeDeclaration.Variant] {
        var table = NameTable(scope: enumeration, reserved: ReservedNames.enumCases)
        var cases: [TypeDeclaration.Variant] = []
        for variant in variants {
            let name = Naming.variant(variant.name)
            try table.add(name, origin: variant.name)
            cases.append(TypeDeclaration.Variant(name: name, key: variant.name))
        }
        return cases
    }

    private static func code(_ text: String) -> String { "`\(SourceText.inline(text))`" }
}

extension SwiftTypes {
    /// The `ContractType` of a type, as source within an expression.
    private func contractType(of type: ValueType) -> SourceExpression {
        if let known = KnownType(type) {
            return .text(known.contractType)
        }
        switch type {
        case .array(let element, let length):
            return .call(
                ".array",
                [.labelled("of", contractType(of: element)), .labelled("length", .text(String(length)))]
            )
        default: return .text("\(name(of: type)).contractType")
        }
    }

    /// The `ContractType` of a type that the file declares.
    private func contractType(ofDeclared type: ValueType) -> SourceExpression {
        var arguments: [SourceExpression] = []
        if let name = type.name {
            arguments.append(.labelled("name", .text(SourceText.literal(name))))
        }
        if let module = type.module {
            arguments.append(.labelled("module", .text(SourceText.literal(module))))
        }
        switch type {
        case .structure(_, _, let fields):
            let list = fields.map { field in
                SourceExpression.call(".init", [.text(SourceText.literal(field.name)), contractType(of: field.type)])
            }
            return .call(".structure", arguments + [.labelled("fields", .list(list))])
        case .tuple(_, _, let elements):
            return .call(".tuple", arguments + [.labelled("elements", .list(elements.map { contractType(of: $0) }))])
        case .enumeration(_, _, let discriminant, let variants):
            let number = outer(variants.allSatisfy { UInt64($0.value) != nil } ? "UInt64" : "UInt128")
            let list = variants.map { variant in
                SourceExpression.call(
                    ".init",
                    [.text(SourceText.literal(variant.name)), .call(number, [.text(SourceNumber.text(variant.value))])]
                )
            }
            arguments.append(.labelled("discriminant", contractType(of: discriminant)))
            return .call(".enumeration", arguments + [.labelled("variants", .list(list))])
        default: return contractType(of: type)
        }
    }
}
