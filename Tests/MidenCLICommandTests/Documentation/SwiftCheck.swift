import Foundation
import MidenTestSupport

/// Has the compiler read Swift as a package would that depends on the products, with the modules and objects that the build
/// left beside `miden-cli`.
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
        return try await SwiftCompiler.run(
            ["-typecheck"] + (try SwiftCompiler.products()) + (modules.map { ["-I", $0] } ?? []) + files
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
        try await SwiftCompiler.run(
            ["-emit-module", "-module-name", name, "-emit-module-path", "\(folder)/\(name).swiftmodule", file]
        )
    }

    /// Makes a program, with what `miden-cli` is linked with.
    ///
    /// - Parameters:
    ///   - source: The text of its first file.
    ///   - name: The name of the file. One with the name `main.swift` may have code at the top level.
    ///   - others: The paths of its other files.
    ///   - program: Where the program goes.
    ///   - directory: Where to write the file.
    /// - Returns: How the compiler ended.
    /// - Throws: If it cannot be run, or if there is no list of what `miden-cli` is linked with.
    static func makeProgram(
        of source: String,
        named name: String,
        with others: [String] = [],
        at program: String,
        in directory: TemporaryDirectory
    ) async throws -> Outcome {
        let file = try directory.write(Data(source.utf8), to: name)
        let built = try built()
        let list = built.appendingPathComponent("miden-cli.product/Objects.LinkFileList")
        let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
            .filter { !$0.contains("/miden-cli.build/") }
        let libraryObjects = try directory.write(Data(objects.joined(separator: "\n").utf8), to: "objects")
        #if os(Linux)
            let system = ["-lm"]
        #else
            let system = ["-framework", "Security", "-framework", "CoreFoundation"]
        #endif
        return try await SwiftCompiler.run(
            ["-module-name", "Sample", "-o", program] + (try SwiftCompiler.products()) + [file] + others
                + ["@" + libraryObjects]
                + ["-L", built.path, "-lmiden_swift_client"] + system
        )
    }

    private static func built() throws -> URL {
        URL(fileURLWithPath: try BuiltCommand.path()).deletingLastPathComponent()
    }
}
