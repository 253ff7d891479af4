/// A procedure of an account as a Swift method.
struct ContractMethod {
    /// A parameter of the method.
    struct Parameter {
        /// The name in the package.
        let packageName: String?
        /// The label in Swift, not escaped; nil if it has none.
        let label: String?
        /// The name in Swift within the method, not escaped.
        let name: String
        /// The Swift type, as source.
        let type: String
        /// The default, as source.
        var defaultValue: String?
    }

    let procedure: Interface.Procedure
    /// The name in Swift, not escaped.
    let name: String
    /// What the library finds the procedure by: the last part of its path if no other procedure has it, or the whole path.
    let calledName: String
    let isRead: Bool
    let parameters: [Parameter]
    /// The Swift type of what it returns, as source; nil if it returns nothing.
    let result: String?
    /// Whether it mentions an integer of 128 bits.
    let needsNewerSystems: Bool

    /// Whether the read is a property.
    var isProperty: Bool { isRead && parameters.isEmpty && result != nil }

    /// The full name, such as `entry(_:)`.
    var fullName: String {
        "\(name)(\(parameters.map { "\($0.label ?? "_"):" }.joined()))"
    }

    init(
        _ procedure: Interface.Procedure,
        calledBy calledName: String,
        isRead: Bool,
        types: SwiftTypes
    ) throws(GeneratorError) {
        self.procedure = procedure
        self.calledName = calledName
        self.isRead = isRead
        name = isRead ? Naming.read(procedure.name) : Naming.member(procedure.name)
        guard procedure.isTyped, let signature = procedure.signature else {
            let elements = "[\(types.outer("Felt"))]"
            parameters = [
                Parameter(packageName: nil, label: "elements", name: "elements", type: elements, defaultValue: "[]")
            ]
            result = elements
            needsNewerSystems = false
            return
        }
        parameters = try Self.parameters(of: signature, method: name, procedure: procedure.path, types: types)
        result = types.result(of: procedure)
        needsNewerSystems =
            signature.parameters.contains { $0.type.needsNewerSystems }
            || signature.results.contains(where: \.needsNewerSystems)
    }

    private static func parameters(
        of signature: Interface.Signature,
        method: String,
        procedure: String,
        types: SwiftTypes
    ) throws(GeneratorError) -> [Parameter] {
        var table = NameTable(scope: procedure, reserved: [])
        var taken: Set<String> = []
        for name in signature.parameters.compactMap(\.name) {
            try table.add(Naming.member(name), origin: name)
            taken.insert(Naming.member(name))
        }
        var parameters: [Parameter] = []
        for (index, parameter) in signature.parameters.enumerated() {
            let type = types.name(of: parameter.type)
            guard let packageName = parameter.name else {
                let name = Self.free(parameter.type.variable, taken: &taken)
                parameters.append(Parameter(packageName: nil, label: nil, name: name, type: type))
                continue
            }
            let name = Naming.member(packageName)
            let isNamedByMethod = index == 0 && (method == name || method.hasSuffix(Naming.type(packageName)))
            parameters.append(
                Parameter(packageName: packageName, label: isNamedByMethod ? nil : name, name: name, type: type)
            )
        }
        return parameters
    }

    private static func free(_ proposal: String, taken: inout Set<String>) -> String {
        var name = proposal
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(proposal)\(number)"
            number += 1
        }
        return name
    }
}

extension ValueType {
    /// What a parameter of the type is called within a method if it has no name.
    fileprivate var variable: String {
        switch (self, KnownType(self)?.name) {
        case (.array(let element, _), nil): "\(element.variable)s"
        case (_, "AccountID"?): "accountID"
        case (_, "Asset"?): "asset"
        case (_, "Bool"?): "flag"
        case (_, "Felt"?): "felt"
        case (_, "NoteType"?): "noteType"
        case (_, "Word"?): "word"
        case (_, _?): source
        default: name.map(Naming.member) ?? "value"
        }
    }
}
