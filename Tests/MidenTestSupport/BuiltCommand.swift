import Foundation

/// The built `miden-cli`: what MIDEN_CLI names, or what lies beside the tests.
package enum BuiltCommand {
    /// Where it is.
    ///
    /// - Returns: The path.
    /// - Throws: Where there is none.
    package static func path() throws -> String {
        if let path = ProcessInfo.processInfo.environment["MIDEN_CLI"], !path.isEmpty {
            return path
        }
        let beside = ([CommandLine.arguments.first] + Bundle.allBundles.map(\.bundlePath)).compactMap { $0 }
            .map { URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("miden-cli").path }
        guard let path = beside.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw Missing()
        }
        return path
    }

    private struct Missing: Error, CustomStringConvertible {
        let description = "There is no built miden-cli: set MIDEN_CLI to its path."
    }
}
