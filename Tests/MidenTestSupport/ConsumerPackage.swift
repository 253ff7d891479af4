import Foundation

/// A package outside the repository with one contract in its test target, for which the plugin generates Swift.
///
/// Its folder and its build folder are the same in each run, so that the library is compiled once. What a test changes in it,
/// the next one finds as it was.
package struct ConsumerPackage {
    /// The name of its test target.
    package static let target = "ConsumerTests"
    /// What SwiftPM says when it runs the tool.
    package static let progress = "Generating Swift for the contracts of \(target)"
    /// The name of the tool.
    package static let tool = "miden-contract-tool"

    /// The repository.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder of the package. Its path has a space and an umlaut.
    package let path: String
    /// The folder of what is built.
    private let scratch: String

    /// Where the Swift for the contract comes from.
    package enum Contract: Sendable {
        /// The plugin generates it.
        case generated
        /// It was generated before, and is a source of the target: this text. The target does not use the plugin.
        case committed(String)
        /// There is no contract, and no plugin.
        case absent
    }

    /// Makes the package, or makes it again as it was.
    ///
    /// - Parameters:
    ///   - buildSystem: What builds it, each in a folder of its own.
    ///   - contract: Where the Swift for the contract comes from.
    ///   - name: The name of the folder. What is built is in one of its own for each name.
    /// - Throws: If a file cannot be written.
    package init(
        buildSystem: String = "native",
        contract: Contract = .generated,
        named name: String = "Consumer"
    ) throws {
        let checkout = Self.root.replacingOccurrences(of: "/", with: "-")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("miden prüft\(checkout)")
        path = folder.appendingPathComponent(name).path
        scratch = "\(Self.root)/.build/contract-\(name.lowercased())-\(buildSystem)"
        try? Self.setSources(of: path, writable: true)
        try? FileManager.default.removeItem(atPath: "\(path)/Tests")
        try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
        // A source and an input of one name: their outputs must not be in each other's way.
        let usesPlugin: Bool
        switch contract {
        case .generated:
            usesPlugin = true
            try write(Self.test, to: "Counter.swift")
            try Self.package().write(to: URL(fileURLWithPath: input))
        case .committed(let generated):
            usesPlugin = false
            try write(Self.test, to: "Counter.swift")
            try write(generated, to: Self.generatedName)
        case .absent:
            usesPlugin = false
            try write(Self.testWithoutContract, to: "Counter.swift")
        }
        try Self.manifest(library: Self.root, usesPlugin: usesPlugin)
            .write(toFile: "\(path)/Package.swift", atomically: true, encoding: .utf8)
    }

    /// The folder of the target.
    package var sources: String { "\(path)/Tests/\(Self.target)" }
    /// The contract.
    package var input: String { "\(sources)/counter.masp" }

    /// The package of the contract, which is committed.
    ///
    /// - Returns: The content of the file.
    /// - Throws: If the file cannot be read.
    package static func package() throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(root)/Tests/Fixtures/0.1.0/inputs/counter.masp"))
    }

    /// Writes a file into the target.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - name: The path in the folder of the target.
    /// - Throws: If it cannot be written.
    package func write(_ text: String, to name: String) throws {
        let file = "\(sources)/\(name)"
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// Removes a file of the target.
    ///
    /// - Parameter name: The path in the folder of the target.
    /// - Throws: If it cannot be removed.
    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(sources)/\(name)")
    }

    /// Takes the right to write to the package and all that is in it from its owner, or gives it back. Root can write to
    /// them without it.
    ///
    /// - Parameter writable: Whether it can be written.
    /// - Throws: If a right cannot be changed.
    package func setSources(writable: Bool) throws {
        try Self.setSources(of: path, writable: writable)
    }

    private static func setSources(of package: String, writable: Bool) throws {
        let names = FileManager.default.enumerator(atPath: package)?.compactMap { $0 as? String } ?? []
        // A folder that cannot be written can be listed and entered.
        for file in [package] + names.map({ "\(package)/\($0)" }) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
            let mode = isFolder.boolValue ? (writable ? 0o755 : 0o555) : (writable ? 0o644 : 0o444)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        }
    }

    /// Builds the package with its tests.
    ///
    /// - Parameter options: Further options of `swift build`.
    /// - Returns: How SwiftPM ended.
    /// - Throws: If it cannot be started.
    package func build(_ options: String...) async throws -> Outcome {
        try await swift("build", ["--build-tests"] + options)
    }

    /// Runs its tests.
    ///
    /// - Parameter options: Further options of `swift test`.
    /// - Returns: How SwiftPM ended.
    /// - Throws: If it cannot be started.
    package func test(_ options: String...) async throws -> Outcome {
        try await swift("test", options)
    }

    /// The file that was generated of the contract.
    ///
    /// - Returns: Its path.
    /// - Throws: If it was not generated yet.
    package func generatedFile() throws -> String {
        guard let file = generatedFiles().first else {
            throw NotGenerated()
        }
        return file
    }

    private struct NotGenerated: Error, CustomStringConvertible {
        let description = "There is no \(ConsumerPackage.generatedName): the package was not built."
    }

    private static let generatedName = "counter.generated.swift"

    /// The same, or nothing if it was not generated yet. What it is compiled to has other endings.
    ///
    /// - Returns: The paths.
    package func generatedFiles() -> [String] {
        files(named: Self.generatedName).filter { $0.hasSuffix(".swift") }
    }

    /// The paths in the build folder, but not of other packages, whose names begin with a text.
    ///
    /// - Parameter prefix: What the names begin with.
    /// - Returns: The paths.
    package func files(named prefix: String) -> [String] {
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

    /// Fetches the packages that this one depends on. A build does the same if it was not done.
    ///
    /// - Returns: How SwiftPM ended.
    /// - Throws: If it cannot be started.
    package func resolve() async throws -> Outcome {
        try await swift("package", ["resolve"])
    }

    /// Removes what was built, but not the packages that were fetched.
    ///
    /// - Throws: If a file cannot be removed.
    package func clean() throws {
        let kept: Set<String> = ["checkouts", "repositories", "artifacts", "workspace-state.json"]
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch) where !kept.contains(name) {
            try FileManager.default.removeItem(atPath: "\(scratch)/\(name)")
        }
    }

    private func swift(_ command: String, _ options: [String]) async throws -> Outcome {
        try await RunningCommand(
            ["swift", command, "--package-path", path, "--scratch-path", scratch] + options,
            environment: ProcessInfo.processInfo.environment,
            program: "/usr/bin/env"
        ).outcome()
    }

    /// The manifest of a package that uses the library of a folder.
    ///
    /// - Parameters:
    ///   - library: The folder of the library.
    ///   - usesPlugin: Whether the target uses the plugin.
    /// - Returns: The text of `Package.swift`.
    package static func manifest(library: String, usesPlugin: Bool) -> String {
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

    /// A source without a contract. It declares the type itself: if an old file that was generated were compiled, there would be two.
    package static let testWithoutContract = """
        import MidenSwiftClient
        import Testing

        struct Counter {}

        @Test func thereIsAWordOfZeros() {
            #expect(Word.zero.elements.count == 4)
        }

        """
}
