import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenContractGenerator
@testable import MidenGeneratorFuzz

@Suite("One module of all generated files", .timeLimit(.minutes(10)))
struct GeneratedModuleTests {
    @Test(
        "Every description, in Swift 6 mode and with warnings as errors: compiles, and the format lint finds nothing",
        arguments: ["internal", "package", "public"]
    )
    func descriptions(access: String) async throws {
        try await Self.check(try DescribedContract.all().map { try $0.file(access: access) })
    }

    @Test("Every description, with all of its procedures as reads: compiles, and the format lint finds nothing")
    func reads() async throws {
        try await Self.check(try DescribedContract.all().map { try $0.file(areReads: true) })
    }

    @Test("All 34 components of Miden, with their packages: compile, and the format lint finds nothing")
    func components() async throws {
        let names = try DescribedContract.all().map(\.name).filter { $0.hasPrefix("miden-standards-") }
        #expect(names.count == 34)
        var files: [GeneratedFile] = []
        for name in names {
            let (component, document) = try await Self.component(packagedAs: name)
            let file = try ContractGenerator(version: "1.0.0").file(
                for: ContractDocument(json: document),
                from: .component(component),
                named: component,
                configuredBy: nil
            )
            files.append(file)
        }
        try await Self.check(files)
    }

    /// The name of the component with a package, and its document.
    private static func component(packagedAs package: String) async throws -> (name: String, document: Data) {
        let parts = package.split(separator: "-")
        for count in 1...parts.count {
            let name = parts.suffix(count).joined(separator: "-")
            guard let document = try? await ContractDocumentSource.component(name).document() else { continue }
            if try ContractDocument(json: document).interface.name == package { return (name, document) }
        }
        throw NoSuchComponent(package: package)
    }

    private struct NoSuchComponent: Error {
        let package: String
    }

    /// Has the compiler read files as one module, and the linter each of them.
    static func check(_ files: [GeneratedFile]) async throws {
        #expect(Set(files.map(\.name)).count == files.count)
        let directory = try TemporaryDirectory()
        let paths = try files.map { try directory.write(Data($0.contents.utf8), to: $0.name) }
        let compiled = try await SwiftCompiler.typecheck(paths)
        #expect(compiled.status == 0, "\(compiled.errors.prefix(10_000))")
        let linted = try await RunningCommand(
            ["swift", "format", "lint", "--strict", "--configuration"]
                + [DescribedContract.root.appendingPathComponent(".swift-format").path] + paths,
            environment: ProcessInfo.processInfo.environment,
            program: "/usr/bin/env"
        ).outcome()
        #expect(linted.status == 0, "\(linted.errors.prefix(10_000))")
    }
}
