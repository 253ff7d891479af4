// What a package says of its storage.

extension ContractInterface {
    /// What a package says of itself as a component of accounts.
    public struct Component: Hashable, Sendable, Codable {
        /// Its name.
        public let name: String
        /// What it does.
        public let description: String
        /// Its version.
        public let version: String
        /// Its storage slots, in the order of their ids.
        public let slots: [Slot]
    }

    /// A storage slot.
    public struct Slot: Hashable, Sendable {
        /// The form of a storage slot.
        public enum Content: Hashable, Sendable {
            /// One word.
            case value(WordForm)
            /// Words by keys, which are words.
            case map(key: WordForm, value: WordForm)
        }

        /// Its name.
        public let name: String
        /// What is in it.
        public let description: String?
        /// Its form.
        public let content: Content
    }

    /// The form of a word in storage.
    public enum WordForm: Hashable, Sendable {
        /// A value of one type, by its name in the registry of storage types. The default is text of that type.
        case whole(type: String, default: String?)
        /// Four elements with a type each.
        case elements([ElementForm])
    }

    /// The form of an element of a word in storage.
    public struct ElementForm: Hashable, Sendable, Codable {
        /// Its name. An element that is always zero has none.
        public let name: String?
        /// What it is.
        public let description: String?
        /// The type, by its name in the registry of storage types.
        public let type: String
        /// What it is if a deployment does not say so, as text of that type.
        public let `default`: String?
    }
}

extension ContractInterface.Slot: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, description, kind, word, key, value
    }

    private enum Kind: String, Codable {
        case value, map
    }

    /// Reads a slot.
    ///
    /// - Parameter decoder: A decoder at an object of a description.
    /// - Throws: `DecodingError` if there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .value:
            content = .value(try container.decode(ContractInterface.WordForm.self, forKey: .word))
        case .map:
            content = .map(
                key: try container.decode(ContractInterface.WordForm.self, forKey: .key),
                value: try container.decode(ContractInterface.WordForm.self, forKey: .value)
            )
        }
    }

    /// Writes the slot.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(description, forKey: .description)
        switch content {
        case .value(let word):
            try container.encode(Kind.value, forKey: .kind)
            try container.encode(word, forKey: .word)
        case .map(let key, let value):
            try container.encode(Kind.map, forKey: .kind)
            try container.encode(key, forKey: .key)
            try container.encode(value, forKey: .value)
        }
    }
}

extension ContractInterface.WordForm: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, type, `default`, elements
    }

    private enum Kind: String, Codable {
        case whole, elements
    }

    /// Reads the form of a word.
    ///
    /// - Parameter decoder: A decoder at an object of a description.
    /// - Throws: `DecodingError` if there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .whole:
            self = .whole(
                type: try container.decode(String.self, forKey: .type),
                default: try container.decodeIfPresent(String.self, forKey: .default)
            )
        case .elements:
            self = .elements(try container.decode([ContractInterface.ElementForm].self, forKey: .elements))
        }
    }

    /// Writes the form of a word.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .whole(let type, let text):
            try container.encode(Kind.whole, forKey: .kind)
            try container.encode(type, forKey: .type)
            try container.encodeIfPresent(text, forKey: .default)
        case .elements(let elements):
            try container.encode(Kind.elements, forKey: .kind)
            try container.encode(elements, forKey: .elements)
        }
    }
}
