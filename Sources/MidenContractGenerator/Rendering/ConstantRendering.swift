/// The constants of a package as Swift.
struct ConstantRendering {
    let interface: Interface
    let contract: String
    let access: Access
    let types: SwiftTypes

    /// The part with the constants; no lines if there are none.
    ///
    /// - Throws: `GeneratorError` if two constants get one name, or a reserved one.
    func lines() throws(GeneratorError) -> [String] {
        let variants = variantPaths
        var table = NameTable(reserved: ReservedNames.contractMembers)
        var body = SourceLines()
        for constant in interface.constants where !variants.contains(constant.path) {
            guard let value = value(of: constant.value) else { continue }
            let name = Naming.variant(constant.path)
            try table.add(name, origin: constant.path)
            body.separate()
            let source = constant.path.lastPart
            let documentation = constant.documentation ?? value.documentation("`\(SourceText.inline(source))`")
            body.add(SourceText.comment(documentation, indent: 1), indent: 4)
            body.add("\(access.prefix)static let \(name.spelled(as: .property))\(value.source)", indent: 4)
        }
        guard !body.lines.isEmpty else { return [] }
        return ["// MARK: - Constants", "", "extension \(contract.spelled(as: .type)) {"] + body.lines + ["}"]
    }

    /// The paths of constants that a variant of an enum has, too.
    private var variantPaths: Set<String> {
        var paths: Set<String> = []
        for type in interface.types {
            guard let module = type.module, case .enumeration(_, _, _, let variants) = type.type else { continue }
            paths.formUnion(variants.map { "\(module)::\($0.name)" })
        }
        return paths
    }

    /// The type and value as source, and what the documentation says if the package says nothing. Nil for a value that no
    /// assembler writes.
    private func value(of value: Interface.Constant.Value) -> (source: String, documentation: (String) -> String)? {
        let plain: (String) -> String = { "The constant \($0)." }
        switch value.kind {
        case "number":
            guard let number = value.value.flatMap(UInt64.init) else { return nil }
            return (": \(types.outer("UInt64")) = \(SourceNumber.text(String(number)))", plain)
        case "word":
            guard let elements = value.value.flatMap(WordText.elements) else { return nil }
            let list = elements.map { SourceNumber.text(String($0)) }.joined(separator: ", ")
            return (" = \(types.outer("Word"))([\(list)])", plain)
        case "text": return value.value.map { (" = \(SourceText.literal($0))", plain) }
        case "word_of_text":
            return value.text.map {
                (" = \(SourceText.literal($0))", { "The text of which the word \($0) is the hash." })
            }
        case "event_of_text":
            return value.text.map {
                (" = \(SourceText.literal($0))", { "The text of which the event \($0) is the hash." })
            }
        default: return nil
        }
    }
}
