/// The path of a file, as its folder and its name.
package struct ContractFileName: Hashable, Sendable {
    /// The whole path.
    package let path: String
    /// The path of the folder, with a slash at its end; empty if the path is only a name.
    package let folder: String
    /// The last part.
    package let name: String

    /// Divides a path.
    package init(_ path: String) {
        self.path = path
        guard let slash = path.lastIndex(of: "/") else {
            folder = ""
            name = path
            return
        }
        folder = String(path[...slash])
        name = String(path[path.index(after: slash)...])
    }

    /// The name without an ending; nil if it does not end so, or is nothing else.
    package func base(before ending: String) -> String? {
        name.hasSuffix(ending) && name.count > ending.count ? String(name.dropLast(ending.count)) : nil
    }

    /// Whether code of a name, in upper or lower case, is in the same folder as this file.
    func isBeside(_ code: ContractFileName, named name: String, codeEndings endings: [String]) -> Bool {
        folder == code.folder && endings.contains { code.base(before: $0)?.lowercased() == name.lowercased() }
    }
}
