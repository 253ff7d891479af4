import Foundation

/// The Swift compiler, with the modules that the build left beside `miden-cli`.
package enum SwiftCompiler {
    /// Reads files of one module as a package would that depends on the products.
    ///
    /// - Parameters:
    ///   - files: The paths of the files.
    ///   - arguments: Further arguments.
    /// - Returns: How the compiler ended. A warning is an error.
    /// - Throws: If it cannot be run.
    package static func typecheck(_ files: [String], arguments: [String] = []) async throws -> Outcome {
        try await run(
            ["-typecheck", "-warnings-as-errors", "-package-name", "sample", "-module-name", "Sample"]
                + (try products()) + arguments + files
        )
    }

    /// The arguments for the modules of the products, and the C modules that they import.
    ///
    /// - Returns: The arguments.
    /// - Throws: If there is no built `miden-cli`.
    package static func products() throws -> [String] {
        let built = URL(fileURLWithPath: try BuiltCommand.path()).deletingLastPathComponent()
        let maps = try FileManager.default.contentsOfDirectory(atPath: built.path)
            .filter { $0.hasPrefix("CNIO") }
            .map { built.appendingPathComponent("\($0)/module.modulemap").path }
            .filter { FileManager.default.fileExists(atPath: $0) }
        return ["-I", built.path + "/Modules", "-I", built.path + "/CMidenSwiftClient.build"]
            + ["-I", root.path + "/core/MidenSwiftCore.artifactbundle/include"]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    /// Runs the compiler in Swift 6 mode.
    ///
    /// - Parameter arguments: Its arguments.
    /// - Returns: How it ended.
    /// - Throws: If it cannot be run.
    package static func run(_ arguments: [String]) async throws -> Outcome {
        // As SwiftPM does it.
        let isScript = arguments.contains { $0.hasSuffix("/main.swift") }
        return try await RunningCommand(
            ["swiftc", "-swift-version", "6"] + (isScript ? [] : ["-parse-as-library"]) + arguments,
            environment: ProcessInfo.processInfo.environment,
            program: "/usr/bin/env"
        ).outcome()
    }

    /// The folder of the repository.
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
