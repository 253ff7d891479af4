/// A struct of the package that a form of words can stand for: the form has its elements, in their order.
struct DeclaredStructure {
    /// An element of a value. An account id within the struct has two.
    private struct Element: Equatable {
        let name: String
        let type: SchemaType
    }

    /// The Swift type, as the file names it.
    let type: String
    private let elements: [Element]
    /// The labels of the initializer, if each field is one element.
    private let labels: [String]?

    /// The first struct whose elements a form has, by names and types.
    ///
    /// - Parameters:
    ///   - declared: The types of the package.
    ///   - form: The elements of the form.
    ///   - types: What the file calls other types.
    /// - Returns: The struct, or nil if there is none.
    static func first(
        of declared: [TypeDeclaration],
        for form: [ElementForm],
        types: SwiftTypes
    ) -> DeclaredStructure? {
        // What has no name is zero, and a value does not have it: it may only be behind the others.
        let named = form.prefix { $0.name != nil }
        guard form.dropFirst(named.count).allSatisfy({ $0.name == nil }) else { return nil }
        let elements = named.compactMap { element in
            SchemaType(rawValue: element.type).map { Element(name: element.name ?? "", type: $0) }
        }
        guard elements.count == named.count else { return nil }
        for declaration in declared {
            guard case .structure(let fields) = declaration.content,
                let flat = flattened(fields, of: declared, types: types, depth: 0), flat == elements
            else { continue }
            return DeclaredStructure(
                type: declaration.name.spelled(as: .type),
                elements: flat,
                labels: flat.count == fields.count ? fields.map { $0.name.spelled(as: .label) } : nil
            )
        }
        return nil
    }

    /// The Swift expression of a value with these elements, if there is one for each of them and for the whole.
    func initial(_ expressions: [String?]) -> String? {
        let known = expressions.compactMap { $0 }
        guard let labels, known.count == labels.count else { return nil }
        return "\(type)(\(zip(labels, known).map { "\($0): \($1)" }.joined(separator: ", ")))"
    }

    /// The elements of fields, or nil if some have no type of storage.
    private static func flattened(
        _ fields: [TypeDeclaration.Field],
        of declared: [TypeDeclaration],
        types: SwiftTypes,
        depth: Int
    ) -> [Element]? {
        guard depth < 4 else { return nil }
        var elements: [Element] = []
        for field in fields {
            guard let key = field.key else { return nil }
            if let type = scalars.first(where: { types.outer($0.swiftName) == field.type }) {
                elements.append(Element(name: key, type: type))
            } else if field.type == types.outer("AccountID") {
                elements += [Element(name: "\(key)_suffix", type: .felt), Element(name: "\(key)_prefix", type: .felt)]
            } else if let inner = declared.first(where: { $0.name.spelled(as: .type) == field.type }),
                case .structure(let innerFields) = inner.content,
                let flat = flattened(innerFields, of: declared, types: types, depth: depth + 1)
            {
                elements += flat.map { Element(name: "\(key)_\($0.name)", type: $0.type) }
            } else {
                return nil
            }
            guard elements.count <= 4 else { return nil }
        }
        return elements
    }

    /// The types of one element that fields of structs have, too.
    private static let scalars: [SchemaType] = [.bool, .felt, .u8, .u16, .u32]
}
