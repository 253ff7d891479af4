/// What a package says of itself as a component of accounts.
struct Component: Decodable, Sendable {
    let name: String
    let description: String
    let version: String
    let slots: [Slot]
}

/// A storage slot.
struct Slot: Decodable, Sendable {
    /// The form of a storage slot.
    enum Content: Hashable, Sendable {
        case value(WordForm)
        case map(key: WordForm, value: WordForm)
    }

    let name: String
    let description: String?
    let content: Content

    private enum CodingKeys: String, CodingKey {
        case name, description, kind, word, key, value
    }

    private enum Kind: String, Decodable {
        case value, map
    }

    init(name: String, description: String?, content: Content) {
        self.name = name
        self.description = description
        self.content = content
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .value: content = .value(try container.decode(WordForm.self, forKey: .word))
        case .map:
            content = .map(
                key: try container.decode(WordForm.self, forKey: .key),
                value: try container.decode(WordForm.self, forKey: .value)
            )
        }
    }
}

/// The form of a word in storage.
enum WordForm: Hashable, Sendable, Decodable {
    /// A value of one type, by its name in the registry of storage types. The default is text of that type.
    case whole(type: String, default: String?)
    /// Four elements with a type each.
    case elements([ElementForm])

    private enum CodingKeys: String, CodingKey {
        case kind, type, `default`, elements
    }

    private enum Kind: String, Decodable {
        case whole, elements
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .whole:
            self = .whole(
                type: try container.decode(String.self, forKey: .type),
                default: try container.decodeIfPresent(String.self, forKey: .default)
            )
        case .elements: self = .elements(try container.decode([ElementForm].self, forKey: .elements))
        }
    }
}

extension WordForm {
    /// Whether the schema says what a new account has if nothing is given. The library asks the same of it.
    var hasDefault: Bool {
        switch self {
        case .whole(let type, let text): type == "void" || text != nil
        case .elements(let elements): elements.allSatisfy { $0.name == nil || $0.default != nil }
        }
    }

    /// Whether the word is made of numbers alone: what an array of such words has beyond its values is zero, as behind the
    /// end of a text. A key or a symbol that is not given is none. The library asks the same of it.
    var isOfNumbers: Bool {
        let numbers: Set<String> = ["bool", "felt", "u16", "u32", "u8", "void", "word"]
        return switch self {
        case .whole(let type, _): numbers.contains(type)
        case .elements(let elements): elements.allSatisfy { numbers.contains($0.type) }
        }
    }
}

/// The form of an element of a word in storage.
struct ElementForm: Hashable, Sendable, Decodable {
    /// The name. An element that is always zero has none.
    let name: String?
    let description: String?
    /// The type, by its name in the registry of storage types.
    let type: String
    /// What it is if a deployment does not say so, as text of that type.
    let `default`: String?
}
