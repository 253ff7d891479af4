/// What the initial storage of a contract is.
enum InitialStorageKind: Hashable {
    /// There are no slots: `typealias InitialStorage = NoInitialStorage`.
    case none
    /// Every slot has a default or is a map.
    case defaults
    /// Some slots have to be given.
    case required
}

/// The part of a generated file that is about storage.
struct StorageRendering {
    private let properties: [StorageModel.Property]
    private let contract: String
    private let access: String
    private let types: SwiftTypes

    /// What `InitialStorage` is.
    let initialStorage: InitialStorageKind

    /// Makes the rendering of a model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - contract: The name of the contract in Swift.
    ///   - access: How far the declarations are visible.
    init(_ model: StorageModel, contract: String, access: Access) {
        properties = model.properties
        self.contract = contract
        self.access = access.prefix
        types = model.types
        if properties.isEmpty {
            initialStorage = .none
        } else {
            initialStorage = properties.allSatisfy { $0.initial != nil } ? .defaults : .required
        }
    }

    /// The lines of the part, with its mark; none if there are no slots.
    func lines() -> [String] {
        guard !properties.isEmpty else { return [] }
        var lines = SourceLines()
        lines.add(["// MARK: - Storage", "", "extension \(contract.spelled(as: .type)) {"])
        lines.add(
            [
                "/// What the account keeps.",
                "\(access)var storage: Storage { Storage(contract: contract, reader: reader) }",
                "",
            ],
            indent: 4
        )
        lines.add(storage, indent: 4)
        lines.add("")
        lines.add(initialStorageLines, indent: 4)
        lines.add("}")
        return lines.lines
    }

    // MARK: - Storage

    private var storage: [String] {
        var lines = SourceLines()
        lines.add([
            "/// What an account with this contract keeps.",
            "\(access)struct Storage: \(types.outer("Sendable")) {",
        ])
        lines.add("fileprivate let contract: \(types.outer("Contract"))", indent: 4)
        lines.add("fileprivate let reader: any \(types.outer("ContractReader"))", indent: 4)
        for property in properties {
            lines.add("")
            lines.add(getter(of: property), indent: 4)
        }
        let lists = properties.flatMap(nameList)
        if !lists.isEmpty {
            lines.add("")
            lines.add(lists, indent: 4)
        }
        lines.add("}")
        return lines.lines
    }

    private func getter(of property: StorageModel.Property) -> [String] {
        var lines = SourceLines(lines: SourceText.comment(property.documentation, indent: 2))
        let name = property.name.spelled(as: .property)
        switch property.content {
        case .value(let slot, let value):
            lines.add("\(access)var \(name): \(value.type) {")
            lines.add(
                read("value", .labelled("ofSlot", .text(SourceText.literal(slot))), coding: value.coding),
                indent: 4
            )
        case .array(_, _, _, let value):
            lines.add("\(access)var \(name): [\(value.type)] {")
            let names = SourceExpression.text("Self.\(listName(of: property))")
            lines.add(read("values", .labelled("ofSlots", names), coding: value.coding), indent: 4)
        case .map(let slot, let key, let value):
            let map = "\(types.outer("ContractMap"))"
            lines.add("\(access)var \(name): \(map)<\(key.type), \(value.type)> {")
            let expression = SourceExpression.call(
                map,
                [
                    .text(SourceText.literal(slot)),
                    .labelled("of", .text("contract")),
                    .labelled("reader", .text("reader")),
                ] + coding("keys", key) + coding("values", value)
            )
            lines.add(expression.lines(indent: 12), indent: 4)
        }
        lines.add("}")
        return lines.lines
    }

    /// A getter that asks the reader: on one line, if it fits.
    private func read(_ method: String, _ slot: SourceExpression, coding: StoredValue.Coding) -> [String] {
        let layout: [SourceExpression] = coding == .layout ? [.labelled("coding", .text(".layout"))] : []
        let expression = SourceExpression.call(
            "try await reader.\(method)",
            [slot, .labelled("of", .text("contract"))] + layout
        )
        let line = "get async throws { \(expression.line) }"
        if line.count + 12 <= SourceExpression.lineLength {
            return [line]
        }
        var lines = SourceLines(lines: ["get async throws {"])
        lines.add(expression.lines(indent: 16), indent: 4)
        lines.add("}")
        return lines.lines
    }

    private func listName(of property: StorageModel.Property) -> String { "\(property.name)Slots" }

    private func nameList(of property: StorageModel.Property) -> [String] {
        guard case .array(let slot, let count, _, _) = property.content else { return [] }
        let before = "fileprivate static let \(listName(of: property)) = (0...\(count - 1)).map {"
        let name = "\(SourceText.literal(slot).dropLast())\\($0)\""
        let line = "\(before) \(name) }"
        let fits = line.count + 8 <= SourceExpression.lineLength
        return fits ? [line] : [before, "    \(name)", "}"]
    }

    private func coding(_ label: String, _ value: StoredValue) -> [SourceExpression] {
        value.coding == .layout ? [.labelled(label, .text(".layout"))] : []
    }

    // MARK: - Initial storage

    private var initialStorageLines: [String] {
        let form = types.outer(initialStorage == .defaults ? "ContractDefaultStorage" : "ContractInitialStorage")
        var lines = SourceLines()
        lines.add([
            "/// What is in the storage of a new account.",
            "\(access)struct InitialStorage: \(form), \(types.outer("Hashable")) {",
        ])
        for property in properties {
            lines.add(SourceText.comment(initialDocumentation(of: property), indent: 2), indent: 4)
            lines.add(declaration(of: property), indent: 4)
        }
        lines.add("")
        lines.add(initializer, indent: 4)
        lines.add("")
        lines.add(slots, indent: 4)
        lines.add("}")
        return lines.lines
    }

    /// A property with its type, unless its initial value begins with that.
    private func declaration(of property: StorageModel.Property) -> [String] {
        let name = "\(access)var \(property.name.spelled(as: .property))"
        let type = property.initialType
        guard let initial = property.initial else { return ["\(name): \(type)"] }
        let saysType = initial.hasPrefix("\(type).") || initial.hasPrefix("\(type)(")
        let line = saysType ? "\(name) = \(initial)" : "\(name): \(type) = \(initial)"
        let word = "\(types.outer("Word"))(["
        guard line.count + 8 > SourceExpression.lineLength, initial.hasPrefix(word), initial.hasSuffix("])") else {
            return [line]
        }
        let elements = initial.dropFirst(word.count).dropLast(2).split(separator: " ")
        var lines = SourceLines(lines: ["\(name) = \(word)"])
        lines.add(elements.map { $0.hasSuffix(",") ? String($0) : "\($0)," }, indent: 4)
        lines.add("])")
        return lines.lines
    }

    private func initialDocumentation(of property: StorageModel.Property) -> String {
        switch property.content {
        case .array(_, let count, let rest, _):
            switch rest {
            case .defaults: "\(property.documentation) What is not given has the default of the schema."
            case .zeros: "\(property.documentation) What is not given is zero."
            case .required: "\(property.documentation) It has \(count) values, one for each slot."
            }
        case .value(_, let value):
            value.unwrittenDefault.map { "\(property.documentation) \(StoredValue.documentation(ofUnwritten: $0))" }
                ?? property.documentation
        case .map: property.documentation
        }
    }

    private var initializer: [String] {
        let required = properties.filter { $0.initial == nil }
        if required.isEmpty {
            return ["/// The defaults of the schema. Set what is to be different.", "\(access)init() {}"]
        }
        var lines = SourceLines()
        lines.add(
            required.count == properties.count
                ? "/// Makes the storage. The schema has no default for it."
                : "/// Makes the storage of what has no default. Set what else is to be different."
        )
        let parameters = SourceExpression.call(
            "\(access)init",
            required.map { .labelled($0.name.spelled(as: .label), .text($0.initialType)) }
        )
        lines.add(parameters.lines(after: " {", indent: 8))
        for property in required {
            let parameter = property.name.spelled(as: .variable)
            lines.add("self.\(property.name.spelled(as: .property)) = \(parameter)", indent: 4)
        }
        lines.add("}")
        return lines.lines
    }

    private var slots: [String] {
        var lines = SourceLines()
        lines.add([
            "/// The slots of a new account.",
            "///",
            "/// - Parameter interface: The interface of the package.",
            "/// - Returns: The slots.",
            "/// - Throws: `MidenError` if a value is not of the form that the schema declares.",
        ])
        let head = SourceExpression.call(
            "\(access)func slots",
            [.labelled("in interface", .text(types.outer("ContractInterface")))]
        )
        lines.add(head.lines(after: " throws -> [\(types.outer("InitialStorageSlot"))] {", indent: 8))
        var values: [[String]] = []
        var arrays: [[String]] = []
        for property in properties {
            if case .array(_, _, _, let value) = property.content {
                arrays.append(arrayLines(of: property, value))
            } else {
                values.append(slotExpression(of: property))
            }
        }
        if arrays.isEmpty {
            lines.add(list(values, before: ""), indent: 4)
        } else {
            let type = "[\(types.outer("InitialStorageSlot"))]"
            lines.add(values.isEmpty ? ["var slots: \(type) = []"] : list(values, before: "var slots = "), indent: 4)
            lines.add(arrays.flatMap { $0 }, indent: 4)
            lines.add("return slots", indent: 4)
        }
        lines.add("}")
        return lines.lines
    }

    /// Elements of an array literal: on one line, if there is one that fits.
    private func list(_ elements: [[String]], before: String) -> [String] {
        if elements.count == 1, let only = elements.first, only.count == 1 {
            let line = "\(before)[\(only[0])]"
            if line.count + 12 <= SourceExpression.lineLength {
                return [line]
            }
        }
        var lines = SourceLines(lines: ["\(before)["])
        let comma = elements.count > 1 ? "," : ""
        for element in elements {
            lines.add(Array(element.dropLast()), indent: 4)
            lines.add("\(element.last ?? "")\(comma)", indent: 4)
        }
        lines.add("]")
        return lines.lines
    }

    private func slotExpression(of property: StorageModel.Property) -> [String] {
        let slot: String
        let codings: [SourceExpression]
        switch property.content {
        case .value(let name, let value):
            (slot, codings) = (name, coding("coding", value))
        case .map(let name, let key, let value):
            (slot, codings) = (name, coding("keys", key) + coding("values", value))
        case .array(let name, _, _, let value):
            (slot, codings) = (name, coding("coding", value))
        }
        let name = SourceText.literal(slot)
        let found = "try interface.slot(\(name))"
        let initial = SourceExpression.call(".initial", [.text(variable(of: property))] + codings).line
        let width = SourceExpression.lineLength - 16
        if found.count > width {
            return ["try interface.slot(", "    \(name)", ")", initial]
        }
        // With the comma behind it.
        return found.count + initial.count < width ? [found + initial] : [found, "    \(initial)"]
    }

    private func arrayLines(of property: StorageModel.Property, _ value: StoredValue) -> [String] {
        let expression = SourceExpression.call(
            "interface.slots",
            [
                .text("Storage.\(listName(of: property))"),
                .labelled("values", .text(variable(of: property))),
            ] + coding("coding", value)
        )
        return expression.lines(before: "slots += try ", indent: 12)
    }

    /// The property in an expression of `slots(in:)`, which has names of its own.
    private func variable(of property: StorageModel.Property) -> String {
        let isHidden = ["interface", "slots"].contains(property.name)
        let isPlain = property.name.spelled(as: .variable) == property.name
        return isPlain && !isHidden ? property.name : "self.\(property.name.spelled(as: .property))"
    }
}
