import Foundation

/// The path of a procedure, as packages have it.
struct ProcedurePath {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The last part.
    var name: String {
        let last = path.range(of: "::", options: .backwards).map { path[$0.upperBound...] } ?? path[...]
        return last.trimmingCharacters(in: ["\""])
    }

    /// All of it, as people write it.
    var plain: String {
        String(path.drop { $0 == ":" })
    }

    /// Whether somebody means this one: by its last part, where `_` and `-` are the same, or by the whole path.
    func isNamed(_ text: String) -> Bool {
        func plain(_ name: String) -> String { name.replacingOccurrences(of: "-", with: "_") }
        return plain(name) == plain(text) || path == text || path == "::" + text
    }
}
