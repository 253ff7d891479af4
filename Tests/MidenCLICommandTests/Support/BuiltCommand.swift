import Foundation
import Testing

/// The built `miden-cli`: what MIDEN_CLI names, or what lies beside the tests.
enum BuiltCommand {
    static func path() throws -> String {
        if let path = ProcessInfo.processInfo.environment["MIDEN_CLI"], !path.isEmpty {
            return path
        }
        let beside = ([CommandLine.arguments.first] + Bundle.allBundles.map(\.bundlePath)).compactMap { $0 }
            .map { URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("miden-cli").path }
        return try #require(
            beside.first(where: FileManager.default.isExecutableFile(atPath:)),
            "There is no built miden-cli: set MIDEN_CLI to its path."
        )
    }
}
