/// A struct of the package that a form of words can stand for: the form has its elements, in their order.
struct DeclaredStructure {
    /// An element of a value. An account id within the struct has two.
    struct Element: Hashable {
        let name: String
        let type: SchemaType
    }

    /// The Swift type, as the file names it.
    let type: String
    /// The elements of a value, in the order of the stack.
    let elements: [Element]
    /// The labels of the initializer, if each field is one element.
    private let labels: [String]?

    /// Makes the struct of a type of the package; nil if it is no struct, or if a word of storage cannot have its elements.
    init?(_ named: TypeNames.Named) {
        guard case .structure(_, _, let fields) = named.type, let elements = Self.elements(of: fields) else {
            return nil
        }
        type = named.name.spelled(as: .type)
        self.elements = elements
        let isFlat = fields.allSatisfy { Self.scalar($0.type) != nil }
        labels = isFlat ? fields.map { Naming.member($0.name).spelled(as: .label) } : nil
    }

    /// The elements of a form, or nil if no struct has such.
    static func elements(of form: [ElementForm]) -> [Element]? {
        // What has no name is zero, and a value does not have it: it may only be behind the others.
        let named = form.prefix { $0.name != nil }
        guard form.dropFirst(named.count).allSatisfy({ $0.name == nil }) else { return nil }
        let elements = named.compactMap { element in
            SchemaType(rawValue: element.type).map { Element(name: element.name ?? "", type: $0) }
        }
        return elements.count == named.count ? elements : nil
    }

    /// The Swift expression of a value with these elements, if there is one for each of them and for the whole.
    func initial(_ expressions: [String?]) -> String? {
        let known = expressions.compactMap { $0 }
        guard let labels, known.count == labels.count else { return nil }
        return "\(type)(\(zip(labels, known).map { "\($0): \($1)" }.joined(separator: ", ")))"
    }

    /// The elements of fields, or nil if some have no type of storage or a word has no place for them.
    ///
    /// A description has types as trees that are at most 64 deep, so the walks of all structs are linear in its size.
    private static func elements(of fields: [ValueType.Field]) -> [Element]? {
        var elements: [Element] = []
        for field in fields {
            if let type = scalar(field.type) {
                elements.append(Element(name: field.name, type: type))
            } else if case .structure(_, _, let innerFields) = field.type, hasElements(field.type),
                // The parts of an account id are in the order of this struct: compilers differ in it.
                let inner = Self.elements(of: innerFields)
            {
                elements += inner.map { Element(name: "\(field.name)_\($0.name)", type: $0.type) }
            } else {
                return nil
            }
            guard elements.count <= 4 else { return nil }
        }
        return elements
    }

    /// Whether the elements of a struct are those of its fields: of an account id they are, but not of other known types.
    private static func hasElements(_ type: ValueType) -> Bool {
        KnownType(type).map { $0.name == "AccountID" } ?? true
    }

    /// The type of storage that a type of one element is.
    private static func scalar(_ type: ValueType) -> SchemaType? {
        guard let known = KnownType(type) else { return nil }
        return scalars.first { $0.swiftName == known.name }
    }

    /// The types of one element that fields of structs have, too.
    private static let scalars: [SchemaType] = [.bool, .felt, .u8, .u16, .u32]
}
