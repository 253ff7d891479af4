import Foundation

/// JSON by its meaning: the order of keys and the spaces do not count, the last digit of an integer does.
enum JSONTree: Decodable, Equatable {
    case null
    case boolean(Bool)
    case natural(UInt64)
    case negative(Int64)
    case real(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    init(_ bytes: Data) throws {
        self = try JSONDecoder().decode(JSONTree.self, from: bytes)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .natural(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .negative(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONTree].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    /// The same without the members of objects that are null.
    var withoutNulls: JSONTree {
        switch self {
        case .list(let elements): .list(elements.map(\.withoutNulls))
        case .object(let members): .object(members.filter { $0.value != .null }.mapValues(\.withoutNulls))
        default: self
        }
    }
}
