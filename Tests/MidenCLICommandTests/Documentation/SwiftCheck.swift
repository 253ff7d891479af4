import Foundation
import MidenTestSupport

/// Has the compiler read Swift as a package would that depends on the products, with the modules that the build left beside
/// `miden-cli`.
enum SwiftCheck {
    /// Reads files of one module.
    ///
    /// - Parameters:
    ///   - sources: The text of each file.
    ///   - directory: Where to write the files.
    ///   - modules: A folder of further modules.
    /// - Returns: How the compiler ended.
    /// - Throws: If it cannot be run.
    static func typecheck(_ sources: [String], in directory: TemporaryDirectory, modules: String? = nil) async throws
        -> Outcome
    {
        let files = try sources.enumerated().map { number, source in
            try directory.write(Data(source.utf8), to: "Sample\(number).swift")
        }
        return try await swiftc(
            ["-typecheck"] + (try products()) + (modules.map { ["-I", $0] } ?? []) + files
        )
    }

    /// Makes a module of a file in a folder.
    ///
    /// - Parameters:
    ///   - name: The name of the module.
    ///   - file: The source.
    ///   - folder: Where the module goes.
    /// - Returns: How the compiler ended.
    /// - Throws: If it cannot be run.
    static func makeModule(_ name: String, of file: String, in folder: String) async throws -> Outcome {
        try await swiftc(
            ["-emit-module", "-module-name", name, "-emit-module-path", "\(folder)/\(name).swiftmodule", file]
        )
    }

    /// Where the modules of the products are, and the C modules that they import.
    private static func products() throws -> [String] {
        let built = URL(fileURLWithPath: try BuiltCommand.path()).deletingLastPathComponent()
        let maps = try FileManager.default.contentsOfDirectory(atPath: built.path)
            .filter { $0.hasPrefix("CNIO") }
            .map { built.appendingPathComponent("\($0)/module.modulemap").path }
            .filter { FileManager.default.fileExists(atPath: $0) }
        return ["-I", built.path + "/Modules", "-I", built.path + "/CMidenSwiftClient.build"]
            + ["-I", Document.root.path + "/core/MidenSwiftCore.artifactbundle/include"]
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    private static func swiftc(_ arguments: [String]) async throws -> Outcome {
        try await RunningCommand(
            ["swiftc", "-swift-version", "6", "-parse-as-library"] + arguments,
            environment: ProcessInfo.processInfo.environment,
            program: "/usr/bin/env"
        ).outcome()
    }
}
