import Foundation

/// A value of JSON. Members of objects have an order, so that a seed makes the same inputs each time.
enum DocumentValue: Hashable, Codable, Sendable {
    case object([String: DocumentValue])
    case array([DocumentValue])
    case text(String)
    case number(UInt64)
    case bool(Bool)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([DocumentValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: DocumentValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .bool(let value): try container.encode(value)
        }
    }

    /// A member of an object; setting nil removes it.
    subscript(key: String) -> DocumentValue? {
        get {
            guard case .object(let members) = self else { return nil }
            return members[key]
        }
        set {
            guard case .object(var members) = self else { return }
            members[key] = newValue
            self = .object(members)
        }
    }

    /// The elements of an array; none if it is something else.
    var elements: [DocumentValue] {
        get {
            guard case .array(let elements) = self else { return [] }
            return elements
        }
        set { self = .array(newValue) }
    }

    /// The text; nil if it is something else.
    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The value with each value in it exchanged, the outer ones first.
    ///
    /// - Parameters:
    ///   - keys: The names of the members on the way to this value.
    ///   - change: What stands for a value at a place; nil if it stays, and the values in it are exchanged.
    /// - Returns: The value.
    func mapped(
        at keys: [String] = [],
        _ change: (_ keys: [String], _ value: DocumentValue) throws -> DocumentValue?
    ) rethrows -> DocumentValue {
        if let changed = try change(keys, self) { return changed }
        switch self {
        case .object(let members):
            var mapped: [String: DocumentValue] = [:]
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                mapped[key] = try value.mapped(at: keys + [key], change)
            }
            return .object(mapped)
        case .array(let elements): return .array(try elements.map { try $0.mapped(at: keys, change) })
        default: return self
        }
    }
}
