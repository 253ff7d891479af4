import Foundation
import MidenTestSupport
import Testing

/// The part that only Apple's systems compile, with stand-ins of Apple's types in a module SafariServices.
@Suite("The extension of NSExtensionContext", .timeLimit(.minutes(5)))
struct AppleTypesTests {
    private static let standIns = "Tests/MidenWalletRPCTests/StandIns/SafariServices.swift"

    @Test("with the types that Apple declares: compiles")
    func compiles() async throws {
        let standIns = try String(contentsOf: Examples.root.appendingPathComponent(Self.standIns), encoding: .utf8)
        let outcome = try await Self.typecheck(standIns: standIns)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("without one of the types: does not compile")
    func incomplete() async throws {
        let standIns = try String(contentsOf: Examples.root.appendingPathComponent(Self.standIns), encoding: .utf8)
        let outcome = try await Self.typecheck(
            standIns: standIns.replacingOccurrences(of: "SFExtensionMessageKey", with: "SFOtherKey")
        )
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("SFExtensionMessageKey"), "\(outcome.errors)")
    }

    private static func typecheck(standIns: String) async throws -> Outcome {
        let directory = try TemporaryDirectory()
        let file = try directory.write(Data(standIns.utf8), to: "SafariServices.swift")
        let module = try await swiftc(
            ["-emit-module", "-module-name", "SafariServices", "-emit-module-path"]
                + [directory.path + "/SafariServices.swiftmodule", file]
        )
        #expect(module.status == 0, "\(module.errors)")
        let built = URL(fileURLWithPath: try BuiltCommand.path()).deletingLastPathComponent().path
        return try await swiftc(
            ["-typecheck", "-module-name", "MidenWalletRPC", "-I", directory.path, "-I", built + "/Modules"]
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
