import Foundation
import MidenTestSupport
import Testing

/// The parts that only Apple's systems compile, with stand-ins of Apple's types in modules of the same names.
@Suite("The extensions of Apple's types", .timeLimit(.minutes(5)))
struct AppleTypesTests {
    /// Each with a name that the library uses. SwiftUI, which only the sample uses, is after the WebKit that it needs.
    private static let modules = [("SafariServices", "SFExtensionMessageKey"), ("WebKit", "WKUserScript")]
    private static let sampleModules = modules + [("SwiftUI", "LabeledContent")]

    @Test("with the types that Apple declares: compile")
    func compiles() async throws {
        let outcome = try await Self.typecheck { _, standIns in standIns }
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("without one of the types: do not compile", arguments: modules)
    func incomplete(module: String, type: String) async throws {
        let outcome = try await Self.typecheck { name, standIns in
            name == module ? standIns.replacingOccurrences(of: type, with: "Other") : standIns
        }
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains(type), "\(outcome.errors)")
    }

    @Test("the views of the sample: compile")
    func sampleCompiles() async throws {
        let outcome = try await Self.typecheckSample { _, standIns in standIns }
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("the views of the sample, without one of the types: do not compile")
    func sampleIncomplete() async throws {
        let outcome = try await Self.typecheckSample { name, standIns in
            name == "SwiftUI" ? standIns.replacingOccurrences(of: "LabeledContent", with: "Other") : standIns
        }
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("LabeledContent"), "\(outcome.errors)")
    }

    private static func typecheck(changing change: (_ name: String, _ standIns: String) -> String) async throws
        -> Outcome
    {
        let directory = try TemporaryDirectory()
        try await emitStandIns(modules, to: directory, changing: change)
        return try await SwiftCompiler.run(["-typecheck"] + (try library(with: directory)))
    }

    private static func typecheckSample(changing change: (_ name: String, _ standIns: String) -> String) async throws
        -> Outcome
    {
        let directory = try TemporaryDirectory()
        try await emitStandIns(sampleModules, to: directory, changing: change)
        let path = directory.path + "/MidenWalletRPC.swiftmodule"
        let module = try await SwiftCompiler.run(
            ["-emit-module", "-emit-module-path", path] + (try library(with: directory))
        )
        #expect(module.status == 0, "\(module.errors)")
        let views = try sources(in: "Examples/dapp/SwiftUI")
        return try await SwiftCompiler.run(
            ["-typecheck", "-module-name", "SampleViews"] + (try search(with: directory)) + views
        )
    }

    private static func emitStandIns(
        _ modules: [(String, String)],
        to directory: TemporaryDirectory,
        changing change: (_ name: String, _ standIns: String) -> String
    ) async throws {
        for (name, _) in modules {
            let source = Examples.root.appendingPathComponent("Tests/MidenWalletRPCTests/StandIns/\(name).swift")
            let standIns = change(name, try String(contentsOf: source, encoding: .utf8))
            let file = try directory.write(Data(standIns.utf8), to: "\(name).swift")
            let module = try await SwiftCompiler.run(
                ["-emit-module", "-module-name", name, "-emit-module-path", directory.path + "/\(name).swiftmodule"]
                    + ["-I", directory.path, file]
            )
            #expect(module.status == 0, "\(module.errors)")
        }
    }

    /// The arguments for the library's own sources.
    private static func library(with directory: TemporaryDirectory) throws -> [String] {
        ["-module-name", "MidenWalletRPC", "-package-name", "test"] + (try search(with: directory))
            + (try sources(in: "Sources/MidenWalletRPC"))
    }

    /// Where modules are: the stand-ins before those that were built.
    private static func search(with directory: TemporaryDirectory) throws -> [String] {
        let built = URL(fileURLWithPath: try BuiltCommand.path()).deletingLastPathComponent().path
        return ["-I", directory.path, "-I", built + "/Modules", "-I", built + "/CMidenSwiftClient.build"]
            + ["-I", Examples.root.path + "/core/MidenSwiftCore.artifactbundle/include"]
    }

    private static func sources(in path: String) throws -> [String] {
        let folder = Examples.root.appendingPathComponent(path)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return names.filter { $0.hasSuffix(".swift") }.map { folder.appendingPathComponent($0).path }
    }
}
