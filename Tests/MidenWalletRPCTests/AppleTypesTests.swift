import Foundation
import MidenTestSupport
import Testing

/// The parts that only Apple's systems compile, with stand-ins of Apple's types in modules of the same names.
@Suite("The extensions of Apple's types", .timeLimit(.minutes(5)))
struct AppleTypesTests {
    /// Each with a name that the library uses.
    private static let modules = [("SafariServices", "SFExtensionMessageKey"), ("WebKit", "WKUserScript")]

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

    private static func typecheck(changing change: (_ name: String, _ standIns: String) -> String) async throws
        -> Outcome
    {
        let directory = try TemporaryDirectory()
        for (name, _) in modules {
            let source = Examples.root.appendingPathComponent("Tests/MidenWalletRPCTests/StandIns/\(name).swift")
            let standIns = change(name, try String(contentsOf: source, encoding: .utf8))
            let file = try directory.write(Data(standIns.utf8), to: "\(name).swift")
            let module = try await swiftc(
                ["-emit-module", "-module-name", name, "-emit-module-path"]
                    + [directory.path + "/\(name).swiftmodule", file]
            )
            #expect(module.status == 0, "\(module.errors)")
        }
        let built = URL(fileURLWithPath: try BuiltCommand.path()).deletingLastPathComponent().path
        return try await swiftc(
            ["-typecheck", "-module-name", "MidenWalletRPC", "-package-name", "test"]
                + ["-I", directory.path, "-I", built + "/Modules"]
                + ["-I", built + "/CMidenSwiftClient.build"]
                + ["-I", Examples.root.path + "/core/MidenSwiftCore.artifactbundle/include"] + sources()
        )
    }

    private static func sources() throws -> [String] {
        let folder = Examples.root.appendingPathComponent("Sources/MidenWalletRPC")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return names.filter { $0.hasSuffix(".swift") }.map { folder.appendingPathComponent($0).path }
    }

    private static func swiftc(_ arguments: [String]) async throws -> Outcome {
        try await RunningCommand(
            ["swiftc", "-swift-version", "6", "-parse-as-library"] + arguments,
            environment: ProcessInfo.processInfo.environment,
            program: "/usr/bin/env"
        ).outcome()
    }
}
