/// Which Swift types stand for the forms of words in storage.
struct StorageForms {
    /// The structs of the package by their elements. What forms add to the file is none of them.
    private let declared: [[DeclaredStructure.Element]: [DeclaredStructure]]

    /// Makes the forms of a package.
    ///
    /// - Parameter types: The types of the package.
    init(_ types: [TypeNames.Named]) {
        declared = Dictionary(grouping: types.compactMap(DeclaredStructure.init), by: \.elements)
    }

    /// What stands for a form. A form that needs a struct of its own adds it to the types of the file.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - slot: The name of the slot, for errors.
    ///   - name: What a struct for it is called.
    ///   - documentation: What the struct is for.
    ///   - types: The types of the file.
    /// - Returns: What stands for it.
    /// - Throws: `GeneratorError` if a type is none that schemas have, if there are not four elements, or if a struct cannot be
    ///   added.
    func value(
        of form: WordForm,
        in slot: String,
        named name: String,
        documentation: String,
        types: inout SwiftTypes
    ) throws(GeneratorError) -> StoredValue {
        switch form {
        case .whole(let typeName, let text):
            let schemaType = try type(typeName, in: slot)
            let swiftType = types.outer(schemaType.swiftName)
            let initial = schemaType.initial(ofDefault: text, type: swiftType)
            return StoredValue(
                type: swiftType,
                coding: .schema,
                initial: initial,
                unwrittenDefault: initial == nil ? text : nil
            )
        case .elements(let elements):
            let fields = try fields(of: elements, in: slot, types: types)
            if fields.isEmpty || isWord(fields) {
                let word = types.outer("Word")
                let initials = fields.compactMap(\.initial)
                return StoredValue(
                    type: word,
                    coding: .layout,
                    initial: initials.count == fields.count ? SchemaType.word(initials, type: word) : nil
                )
            }
            if fields.count == 1, let only = fields.first {
                return StoredValue(
                    type: only.type,
                    coding: .schema,
                    initial: only.initial,
                    unwrittenDefault: only.initial == nil ? only.element.default : nil
                )
            }
            if let declared = structure(of: elements) {
                let initial = declared.initial(fields.map(\.initial))
                return StoredValue(type: declared.type, coding: .layout, initial: initial)
            }
            let structure = try structure(of: fields, in: slot, named: name, documentation: documentation, types: types)
            try types.add(structure)
            let type = structure.name.spelled(as: .type)
            let hasDefaults = fields.allSatisfy { $0.initial != nil }
            return StoredValue(type: type, coding: .schema, initial: hasDefaults ? "\(type)()" : nil)
        }
    }

    /// The struct of the package that a form stands for. Of several, none is right and none is chosen: which of them stored
    /// values have must not depend on the order of exports, and another export must not replace one by the other.
    private func structure(of form: [ElementForm]) -> DeclaredStructure? {
        guard let elements = DeclaredStructure.elements(of: form), let found = declared[elements], found.count == 1
        else {
            return nil
        }
        return found.first
    }

    /// An element that has a name.
    private struct Field {
        let element: ElementForm
        let name: String
        let schemaType: SchemaType
        /// The Swift type, as the file names it.
        let type: String
        /// The Swift expression of the default.
        let initial: String?
    }

    private func fields(
        of elements: [ElementForm],
        in slot: String,
        types: SwiftTypes
    ) throws(GeneratorError) -> [Field] {
        guard elements.count == 4 else {
            throw GeneratorError("The storage slot \(slot.asCode) has \(elements.count) elements, not 4.")
        }
        var fields: [Field] = []
        for element in elements {
            let schemaType = try type(element.type, in: slot)
            guard !schemaType.isWord else {
                throw GeneratorError(
                    """
                    An element of the storage slot \(slot.asCode) has the type \
                    \(element.type.asCode), of which a value has four elements.
                    """
                )
            }
            guard let name = element.name else { continue }
            let type = types.outer(schemaType.swiftName)
            let initial = schemaType.initial(ofDefault: element.default, type: type)
            fields.append(Field(element: element, name: name, schemaType: schemaType, type: type, initial: initial))
        }
        return fields
    }

    private func isWord(_ fields: [Field]) -> Bool {
        fields.map(\.name) == ["data_0", "data_1", "data_2", "data_3"] && fields.allSatisfy { $0.schemaType == .felt }
    }

    private func structure(
        of fields: [Field],
        in slot: String,
        named name: String,
        documentation: String,
        types: SwiftTypes
    ) throws(GeneratorError) -> TypeDeclaration {
        var names = NameTable(scope: "the storage slot \(slot.asCode)", reserved: ReservedNames.structMembers)
        for field in fields {
            try names.add(Naming.member(field.name), origin: field.name)
        }
        return TypeDeclaration(
            name: free(name, types: types),
            origin: "the storage slot \(slot.asCode)",
            documentation: documentation,
            content: .structure(
                fields.map { field in
                    TypeDeclaration.Field(
                        name: Naming.member(field.name),
                        key: field.name,
                        type: field.type,
                        documentation: self.documentation(of: field),
                        defaultValue: field.initial
                    )
                }
            ),
            contractType: .call(
                ".structure",
                [
                    .labelled(
                        "fields",
                        .list(
                            fields.map { field in
                                let name = SourceExpression.text(SourceText.literal(field.name))
                                return .call(".init", [name, .text("\(field.type).contractType")])
                            }
                        )
                    )
                ]
            )
        )
    }

    private func documentation(of field: Field) -> String {
        let text = field.element.description?.asSentence ?? "\(field.name): \(field.element.type)".asCode
        guard field.initial == nil, let unwritten = field.element.default else { return text }
        return "\(text) \(StoredValue.documentation(ofUnwritten: unwritten))"
    }

    /// A name for a struct that no type of the package has, and that hides none of Swift and the library.
    private func free(_ name: String, types: SwiftTypes) -> String {
        let isTaken =
            types.hasTaken(name) || ReservedNames.contractTypes.contains(name)
            || OuterTypes.names.contains(name)
        return isTaken ? "Stored\(name)" : name
    }

    private func type(_ name: String, in slot: String) throws(GeneratorError) -> SchemaType {
        guard let type = SchemaType(rawValue: name) else {
            throw GeneratorError(
                "The storage slot \(slot.asCode) has the type \(name.asCode), which is none of storage."
            )
        }
        return type
    }
}
