import Foundation

/// JSON that a command has written.
package struct JSON {
    /// What it is.
    package let value: Any

    /// Reads a text.
    ///
    /// - Parameter text: The text.
    /// - Throws: Where it is not JSON.
    package init(_ text: String) throws {
        value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    private init(value: Any) {
        self.value = value
    }

    package subscript(name: String) -> JSON {
        JSON(value: (value as? [String: Any])?[name] ?? NSNull())
    }

    package subscript(index: Int) -> JSON {
        JSON(value: (value as? [Any]).flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? NSNull())
    }

    package var text: String { value as? String ?? "" }
    package var number: Int? { value as? Int }
    package var bool: Bool? { value as? Bool }
    package var isNull: Bool { value is NSNull }
    /// The elements of a list.
    package var list: [JSON] { (value as? [Any])?.map(JSON.init(value:)) ?? [] }
    package var count: Int { (value as? [Any])?.count ?? 0 }

    /// The path of every value with its type, such as `accounts[].account_id: text`, each once and sorted.
    package var shape: [String] {
        Set(Self.paths(of: value, at: "")).sorted()
    }

    /// The names of the values, without those of objects, of lists that are empty or hold objects, and of what is null: an
    /// object may be missing there.
    public var valueNames: Set<String> {
        Set(
            shape.filter { $0.contains(": ") && !$0.hasSuffix(": null") }.compactMap { path in
                path.split(separator: ":").first?.split(separator: ".").last?.replacingOccurrences(of: "[]", with: "")
            }
        )
    }

    private static func paths(of value: Any, at path: String) -> [String] {
        switch value {
        case let object as [String: Any]:
            object.flatMap { paths(of: $0.value, at: path.isEmpty ? $0.key : "\(path).\($0.key)") }
        case let list as [Any]:
            list.isEmpty ? ["\(path)[]"] : list.flatMap { paths(of: $0, at: "\(path)[]") }
        case is String: ["\(path): text"]
        case is NSNull: ["\(path): null"]
        case let number as NSNumber: ["\(path): \(isBool(number) ? "bool" : "number")"]
        default: ["\(path): ?"]
        }
    }

    private static func isBool(_ number: NSNumber) -> Bool {
        String(cString: number.objCType) == String(cString: NSNumber(value: true).objCType)
    }
}
