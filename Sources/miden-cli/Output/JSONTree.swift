import Foundation

/// Any JSON, to pick a value out of an answer by its name alone.
indirect enum JSONTree: Decodable {
    case null
    case bool(Bool)
    case integer(UInt64)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    init(_ json: String) throws {
        self = try JSONDecoder().decode(JSONTree.self, from: Data(json.utf8))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(UInt64.self) {
            self = .integer(integer)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    /// The names of an object's members.
    var names: Set<String> {
        guard case .object(let members) = self else {
            return []
        }
        return Set(members.keys)
    }

    /// The values of a name anywhere in the tree, in its order; a list gives each of its elements.
    func values(of name: String) -> [String] {
        switch self {
        case .null, .bool, .integer, .text: []
        case .list(let elements): elements.flatMap { $0.values(of: name) }
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { key, value in
                key == name ? value.scalars : value.values(of: name)
            }
        }
    }

    /// The same, one a line; nil where there is none.
    func lines(of name: String) -> String? {
        let values = values(of: name)
        return values.isEmpty ? nil : values.joined(separator: "\n")
    }

    private var scalars: [String] {
        switch self {
        case .null, .object: []
        case .bool(let bool): [String(bool)]
        case .integer(let integer): [String(integer)]
        case .text(let text): [text]
        case .list(let elements): elements.flatMap(\.scalars)
        }
    }
}
