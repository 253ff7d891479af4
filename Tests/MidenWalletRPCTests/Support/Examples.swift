import Foundation
import MidenTestSupport

/// The messages of `js/examples/messages.json`, which the tests of both languages read.
struct Examples {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    let all: JSON

    init() throws {
        let file = Self.root.appendingPathComponent("js/examples/messages.json")
        all = try JSON(String(contentsOf: file, encoding: .utf8))
    }

    /// A message of the deepest nesting that is allowed.
    var deepest: String { all["deepest"]["text"].text }

    /// The entries of a member; each member has some.
    func entries(_ member: String) throws -> [JSON] {
        let entries = all[member].list
        guard !entries.isEmpty else { throw Missing(description: "The examples have no \(member)") }
        return entries
    }

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }
}

extension JSON {
    /// The value as text, with sorted names and without whitespace: equal values have equal texts.
    var canonical: String {
        get throws {
            let data = try JSONSerialization.data(
                withJSONObject: value,
                options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
            )
            return String(decoding: data, as: UTF8.self)
        }
    }

    /// The value as a message.
    var data: Data {
        get throws { Data(try canonical.utf8) }
    }
}

/// What a message says, whatever the order of its members.
func canonical(_ data: Data) throws -> String {
    try JSON(String(decoding: data, as: UTF8.self)).canonical
}
