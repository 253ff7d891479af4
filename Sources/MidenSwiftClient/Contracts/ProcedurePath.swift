import Foundation

/// The path of a procedure or of a type, as packages have it.
package struct ProcedurePath {
    private let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The last part.
    var name: String {
        let last = path.range(of: "::", options: .backwards).map { path[$0.upperBound...] } ?? path[...]
        return last.trimmingCharacters(in: ["\""])
    }

    /// The last two parts: the component and its procedure.
    var short: String {
        let parts = path.components(separatedBy: "::").filter { !$0.isEmpty }.suffix(2)
        return parts.map { $0.trimmingCharacters(in: ["\""]) }.joined(separator: "::")
    }

    /// All of it, as people write it.
    package var plain: String {
        String(path.drop { $0 == ":" })
    }

    /// What errors show of it: of a long one its last part, which is what people write.
    var shown: String {
        plain.shortened == plain ? plain : "…::\(name.shortened)"
    }

    /// Whether somebody means this one: by its last part, where `_` and `-` are the same, or by the whole path.
    func isNamed(_ text: String) -> Bool {
        func plain(_ name: String) -> String { name.replacingOccurrences(of: "-", with: "_") }
        return plain(name) == plain(text) || path == text || path == "::" + text
    }
}

extension [ProcedurePath] {
    /// The one procedure, or type, that was found by a name.
    ///
    /// - Parameters:
    ///   - found: What has the name.
    ///   - name: The name.
    ///   - none: How the sentence begins that says that there is none.
    ///   - several: How the one begins that says that there are several.
    ///   - kind: The kind of the error.
    /// - Returns: What has the name.
    /// - Throws: ``MidenError/Code/invalidParameter`` with the kind where it is not one.
    func only<Found>(
        of found: [Found],
        named name: String,
        none: String,
        several: String,
        kind: MidenError.Kind = "unknown_procedure"
    ) throws -> Found {
        if let only = found.first, found.count == 1 {
            return only
        }
        let there = map(\.shown).sorted().joined(separator: ", ")
        throw MidenError(
            code: .invalidParameter,
            kind: kind,
            message: found.isEmpty
                ? "\(none) “\(name.shortened)”. There are: \(there)."
                : "\(several) “\(name.shortened)”: give the whole path."
        )
    }
}
