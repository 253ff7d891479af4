/// The types of a contract as Swift.
struct TypeRendering {
    /// What is before a declaration that mentions an integer of 128 bits.
    static let availability = "@available(macOS 15, iOS 18, *)"

    let types: SwiftTypes
    let contract: String
    let access: Access

    /// The part with the types; no lines if there are none.
    func lines() -> [String] {
        guard !types.declarations.isEmpty else { return [] }
        var lines = SourceLines(lines: ["// MARK: - Types", "", "extension \(contract.spelled(as: .type)) {"])
        for (index, declaration) in types.declarations.sorted(by: { $0.name < $1.name }).enumerated() {
            if index > 0 { lines.add("") }
            lines.add(self.lines(of: declaration), indent: 4)
        }
        lines.add("}")
        return lines.lines
    }

    private func lines(of declaration: TypeDeclaration) -> [String] {
        var lines = SourceLines(lines: SourceText.comment(declaration.documentation, indent: 1))
        if declaration.needsNewerSystems {
            lines.add(Self.availability)
        }
        let name = declaration.name.spelled(as: .type)
        switch declaration.content {
        case .structure(let fields):
            lines.add(structureHead(name))
            lines.add(contractType(of: declaration), indent: 4)
            lines.add(properties(fields), indent: 4)
            lines.add(codingKeys(fields), indent: 4)
            lines.add(initializer(fields), indent: 4)
        case .unkeyedStructure(let fields):
            lines.add(structureHead(name))
            lines.add(contractType(of: declaration), indent: 4)
            lines.add(properties(fields), indent: 4)
            lines.add(initializer(fields), indent: 4)
            lines.add(unkeyedCoding(fields), indent: 4)
        case .enumeration(let variants):
            let conformances = ["String", "FeltCodable", "CaseIterable"].map(types.outer).joined(separator: ", ")
            lines.add("\(access.prefix)enum \(name): \(conformances) {")
            for variant in variants {
                lines.add("/// `\(SourceText.inline(variant.key))`", indent: 4)
                let value = variant.key == variant.name ? "" : " = \(SourceText.literal(variant.key))"
                lines.add("case \(variant.name.spelled(as: .enumCase))\(value)", indent: 4)
            }
            lines.add("")
            lines.add(contractType(of: declaration), indent: 4)
        }
        lines.add("}")
        return lines.lines
    }

    private func structureHead(_ name: String) -> String {
        "\(access.prefix)struct \(name): \(types.outer("FeltCodable")), \(types.outer("Hashable")) {"
    }

    private func contractType(of declaration: TypeDeclaration) -> [String] {
        let before = "\(access.prefix)static let contractType = \(types.outer("ContractType"))"
        return ["/// The type as the package has it."] + declaration.contractType.lines(before: before, indent: 8)
    }

    private func properties(_ fields: [TypeDeclaration.Field]) -> [String] {
        guard !fields.isEmpty else { return [] }
        var lines = SourceLines(lines: [""])
        for field in fields {
            lines.add(SourceText.comment(field.documentation, indent: 2))
            lines.add("\(access.prefix)var \(field.name.spelled(as: .property)): \(field.type)")
        }
        return lines.lines
    }

    private func codingKeys(_ fields: [TypeDeclaration.Field]) -> [String] {
        guard fields.contains(where: { $0.key != $0.name }) else { return [] }
        var lines = SourceLines(
            lines: ["", "private enum CodingKeys: \(types.outer("String")), \(types.outer("CodingKey")) {"]
        )
        for field in fields {
            let key = field.key ?? field.name
            let value = key == field.name ? "" : " = \(SourceText.literal(key))"
            lines.add("case \(field.name.spelled(as: .enumCase))\(value)", indent: 4)
        }
        lines.add("}")
        return lines.lines
    }

    private func initializer(_ fields: [TypeDeclaration.Field]) -> [String] {
        let hasDefaults = fields.contains { $0.defaultValue != nil }
        var lines = SourceLines(
            lines: ["", "/// Makes a value.\(hasDefaults ? " What is not given has the default of the schema." : "")"]
        )
        let parameters = fields.map { field in
            let defaultValue = field.defaultValue.map { " = \($0)" } ?? ""
            return SourceExpression.text("\(field.name.spelled(as: .label)): \(field.type)\(defaultValue)")
        }
        guard !fields.isEmpty else { return lines.lines + ["\(access.prefix)init() {}"] }
        lines.add(SourceExpression.call("\(access.prefix)init", parameters).lines(after: " {", indent: 8))
        for field in fields {
            lines.add("self.\(field.name.spelled(as: .property)) = \(field.name.spelled(as: .variable))", indent: 4)
        }
        lines.add("}")
        return lines.lines
    }

    private func unkeyedCoding(_ fields: [TypeDeclaration.Field]) -> [String] {
        var lines = SourceLines(
            lines: [
                "",
                "/// Reads a value from an array.",
                "///",
                "/// - Parameter decoder: A decoder at an array.",
                "/// - Throws: `DecodingError` if it is none of this type.",
                "\(access.prefix)init(from decoder: any \(types.outer("Decoder"))) throws {",
                "    \(fields.isEmpty ? "_ =" : "var container =") try decoder.unkeyedContainer()",
            ]
        )
        for field in fields {
            lines.add("\(field.name) = try container.decode(\(field.type).self)", indent: 4)
        }
        lines.add([
            "}",
            "",
            "/// Writes the value as an array.",
            "///",
            "/// - Parameter encoder: The encoder to write to.",
            "/// - Throws: What the encoder throws.",
            "\(access.prefix)func encode(to encoder: any \(types.outer("Encoder"))) throws {",
            "    \(fields.isEmpty ? "_ =" : "var container =") encoder.unkeyedContainer()",
        ])
        for field in fields {
            lines.add("try container.encode(\(field.name))", indent: 4)
        }
        lines.add("}")
        return lines.lines
    }
}
