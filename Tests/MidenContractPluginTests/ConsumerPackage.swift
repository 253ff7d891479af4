import Foundation
import MidenTestSupport
import Testing

/// A package outside the repository that uses the plugin in a test target, with one contract in it.
///
/// Its folder and its build folder are the same in each run, so that the library is compiled once. What a test changes in it,
/// the next one finds as it was.
struct ConsumerPackage {
    /// The name of its test target.
    static let target = "ConsumerTests"
    /// What SwiftPM says when it runs the tool.
    static let progress = "Generating Swift for the contracts of \(target)"
    /// The name of the tool.
    static let tool = "miden-contract-tool"

    /// The repository.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder of the package. Its path has a space and an umlaut.
    let path: String
    /// The folder of what is built.
    private let scratch: String

    /// Makes the package, or makes it again as it was.
    ///
    /// - Parameters:
    ///   - buildSystem: What builds it, each in a folder of its own.
    ///   - usesPlugin: Whether the target uses the plugin. One that does not has no contract.
    /// - Throws: If a file cannot be written.
    init(buildSystem: String = "native", usesPlugin: Bool = true) throws {
        let checkout = Self.root.replacingOccurrences(of: "/", with: "-")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("miden prüft\(checkout)")
        path = folder.appendingPathComponent("Consumer").path
        scratch = "\(Self.root)/.build/contract-consumer-\(buildSystem)"
        try? FileManager.default.removeItem(atPath: "\(path)/Tests")
        try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
        try Self.manifest(library: Self.root, usesPlugin: usesPlugin)
            .write(toFile: "\(path)/Package.swift", atomically: true, encoding: .utf8)
        // A source and an input of one name: their outputs must not be in each other's way.
        try write(usesPlugin ? Self.test : Self.testWithoutContract, to: "Counter.swift")
        if usesPlugin {
            try Self.package().write(to: URL(fileURLWithPath: input))
        }
    }

    /// The folder of the target.
    var sources: String { "\(path)/Tests/\(Self.target)" }
    /// The contract.
    var input: String { "\(sources)/counter.masp" }

    /// The package of the contract, which is committed.
    static func package() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(root)/Tests/Fixtures/0.1.0/inputs/counter.masp"))
    }

    /// Writes a file into the target.
    func write(_ text: String, to name: String) throws {
        let file = "\(sources)/\(name)"
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// Removes a file of the target.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(sources)/\(name)")
    }

    /// Builds the package with its tests.
    func build(_ options: String...) async throws -> Outcome {
        try await swift("build", ["--build-tests"] + options)
    }

    /// Runs its tests.
    func test(_ options: String...) async throws -> Outcome {
        try await swift("test", options)
    }

    /// The file that was generated of the contract.
    func generatedFile() throws -> String {
        try #require(generatedFiles().first)
    }

    /// The same, or nothing if it was not generated yet. What it is compiled to has other endings.
    func generatedFiles() -> [String] {
        files(named: "counter.generated.swift").filter { $0.hasSuffix(".swift") }
    }

    /// The paths in the build folder, but not of other packages, whose names begin with a text.
    func files(named prefix: String) -> [String] {
        let leftOut: Set<String> = ["checkouts", "repositories", "artifacts"]
        guard let files = FileManager.default.enumerator(atPath: scratch) else {
            return []
        }
        var found: [String] = []
        while let file = files.nextObject() as? String {
            let name = URL(fileURLWithPath: file).lastPathComponent
            if leftOut.contains(file) {
                files.skipDescendants()
            } else if name.hasPrefix(prefix) {
                found.append("\(scratch)/\(file)")
                files.skipDescendants()
            }
        }
        return found
    }

    private func swift(_ command: String, _ options: [String]) async throws -> Outcome {
        try await RunningCommand(
            ["swift", command, "--package-path", path, "--scratch-path", scratch] + options,
            environment: ProcessInfo.processInfo.environment,
            program: "/usr/bin/env"
        ).outcome()
    }

    /// The manifest of a package that uses the library of a folder.
    static func manifest(library: String, usesPlugin: Bool) -> String {
        let plugins = usesPlugin ? #", plugins: [.plugin(name: "MidenContracts", package: "MidenSwiftClient")]"# : ""
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Consumer",
                platforms: [.macOS(.v13)],
                dependencies: [.package(name: "MidenSwiftClient", path: "\(library)")],
                targets: [
                    .testTarget(
                        name: "\(target)",
                        dependencies: [.product(name: "MidenSwiftClient", package: "MidenSwiftClient")]\(plugins)
                    )
                ],
                swiftLanguageModes: [.v6]
            )

            """
    }

    /// Uses what is generated.
    private static let test = """
        import MidenSwiftClient
        import Testing

        @Test func theContractIsThePackage() async throws {
            let package = try await Counter.package()
            #expect(package.procedures.map(\\.name).contains("increment_count"))
            let call: (Counter) -> () throws -> ContractCall<[Felt]> = { counter in { try counter.getCount() } }
            _ = call
        }

        """

    /// Declares the type itself: if an old file that was generated were compiled, there would be two.
    static let testWithoutContract = """
        import MidenSwiftClient
        import Testing

        struct Counter {}

        @Test func thereIsAWordOfZeros() {
            #expect(Word.zero.elements.count == 4)
        }

        """
}
