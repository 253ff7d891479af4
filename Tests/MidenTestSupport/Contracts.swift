import Foundation

/// The Miden assembly that tests run.
package enum Contracts {
    /// The source of a contract in `Tests/Contracts`.
    ///
    /// - Parameter name: The file's name without its ending.
    /// - Returns: The source.
    /// - Throws: Where there is no such file.
    package static func source(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// The path of a contract in `Tests/Contracts`.
    ///
    /// - Parameter name: The file's name without its ending.
    /// - Returns: The path.
    package static func path(_ name: String) -> String {
        file(name + ".masm")
    }

    /// What a component in `Tests/Contracts` says of its storage, as TOML.
    ///
    /// - Parameter name: The file's name without its ending.
    /// - Returns: The TOML.
    /// - Throws: Where there is no such file.
    package static func metadata(_ name: String) throws -> String {
        try String(contentsOfFile: metadataPath(name), encoding: .utf8)
    }

    /// The path of what a component in `Tests/Contracts` says of its storage.
    ///
    /// - Parameter name: The file's name without its ending.
    /// - Returns: The path.
    package static func metadataPath(_ name: String) -> String {
        file(name + ".toml")
    }

    /// The source of a component with procedures that Miden ships.
    ///
    /// - Parameters:
    ///   - module: The module of the procedures in `miden::standards`.
    ///   - procedures: Their names.
    /// - Returns: The source.
    package static func standard(_ module: String, _ procedures: [String]) -> String {
        procedures.map { "pub use {\($0)} from miden::standards::\(module)\n" }.joined()
    }

    private static func file(_ name: String) -> String {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return tests.appendingPathComponent("Contracts/\(name)").path
    }
}
