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
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return tests.appendingPathComponent("Contracts/\(name).masm").path
    }
}
