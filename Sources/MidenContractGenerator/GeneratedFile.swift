/// A Swift source file that was generated, in memory: writing it is the caller's.
public struct GeneratedFile: Hashable, Sendable {
    /// The name of the file without folders, such as `Ledger.generated.swift`.
    public let name: String
    /// The Swift source, in lines that end with LF, the last one too.
    public let contents: String
    /// What the user should know although there is a file, one sentence each.
    public let warnings: [String]

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file without folders.
    ///   - contents: The Swift source.
    ///   - warnings: What the user should know, one sentence each.
    public init(name: String, contents: String, warnings: [String] = []) {
        self.name = name
        self.contents = contents
        self.warnings = warnings
    }
}
