/// The storage of a contract as Swift has it: a property for each slot, and for each array of slots.
struct StorageModel {
    /// A property of `Storage` and of `InitialStorage`.
    struct Property {
        enum Content {
            case value(slot: String, StoredValue)
            case map(slot: String, key: StoredValue, value: StoredValue)
            /// The slots are the name with the numbers from 0 behind it, all of one form.
            case array(slot: String, count: Int, rest: ArrayRest, StoredValue)
        }

        /// What slots of an array have for which a new account gives no value.
        enum ArrayRest {
            /// The defaults of the schema.
            case defaults
            /// Zero.
            case zeros
            /// There is a value for each slot.
            case required
        }

        /// The name in Swift, not escaped.
        let name: String
        /// What the slot is for, any text.
        let documentation: String
        let content: Content
    }

    /// The properties, in the order of their names.
    let properties: [Property]
    /// The types of the file, with those of storage.
    let types: SwiftTypes

    /// Makes the model of a component. The structs that its forms need are added to the types.
    ///
    /// - Parameters:
    ///   - component: The component. Without one there is no storage.
    ///   - types: The types of the file.
    ///   - contract: The name of the contract in Swift.
    /// - Throws: `GeneratorError` if two slots get one name, or a form is none that storage has.
    init(_ component: Component?, types: inout SwiftTypes, contract: String) throws(GeneratorError) {
        let groups = try SlotGroup.groups(of: component?.slots ?? [])
        let lengths = try SlotNames.lengths(for: groups.map(\.path))
        let forms = StorageForms(types.packageTypes)
        var properties: [Property] = []
        for (group, length) in zip(groups, lengths) {
            let path = SlotNames.text(of: group.path, length: length)
            properties.append(try Self.property(of: group, path: path, forms: forms, types: &types, contract: contract))
        }
        self.properties = properties.sorted { $0.name < $1.name }
        self.types = types
    }

    private static func property(
        of group: SlotGroup,
        path: String,
        forms: StorageForms,
        types: inout SwiftTypes,
        contract: String
    ) throws(GeneratorError) -> Property {
        let typeName = Naming.type(path) == contract ? "Stored\(contract)" : Naming.type(path)
        let documentation = group.documentation
        guard let slot = group.slots.first else {
            throw GeneratorError("The storage of \(contract.asCode) has an array without slots.")
        }
        let content: Property.Content
        switch slot.content {
        case .value(let form):
            let value = try forms.value(
                of: form,
                in: slot.name,
                named: typeName,
                documentation: documentation,
                types: &types
            )
            if group.isArray {
                content = .array(
                    slot: "\(group.name)_",
                    count: group.slots.count,
                    rest: form.hasDefault ? .defaults : form.isOfNumbers ? .zeros : .required,
                    value
                )
            } else {
                content = .value(slot: slot.name, value)
            }
        case .map(let keyForm, let valueForm):
            let key = try forms.value(
                of: keyForm,
                in: slot.name,
                named: "\(typeName)Key",
                documentation: "A key of the map \(slot.name.asCode).",
                types: &types
            )
            let value = try forms.value(
                of: valueForm,
                in: slot.name,
                named: "\(typeName)Value",
                documentation: "A value of the map \(slot.name.asCode).",
                types: &types
            )
            content = .map(slot: slot.name, key: key, value: value)
        }
        return Property(name: Naming.member(path), documentation: documentation, content: content)
    }
}

extension StorageModel.Property {
    /// The Swift type of the property of `InitialStorage`.
    var initialType: String {
        switch content {
        case .value(_, let value): value.type
        case .map(_, let key, let value): "[\(key.type): \(value.type)]"
        case .array(_, _, _, let value): "[\(value.type)]"
        }
    }

    /// The Swift expression of what a new account has if nothing is given.
    var initial: String? {
        switch content {
        case .value(_, let value): value.initial
        case .map: "[:]"
        case .array(_, _, let rest, _): rest == .required ? nil : "[]"
        }
    }
}
