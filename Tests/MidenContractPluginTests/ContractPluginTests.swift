import Foundation
import MidenTestSupport
import Testing

@testable import MidenGeneratorBenchmark

/// What the plugin does in a package of somebody else. One test at a time: they build in one folder.
@Suite("A package that uses the plugin", .serialized, .timeLimit(.minutes(30)))
struct ContractPluginTests {
    @Test("builds with one line about the tool, and its test passes")
    func builds() async throws {
        let consumer = try ConsumerPackage()
        // What an earlier run has made is made again.
        for file in consumer.generatedFiles() {
            try FileManager.default.removeItem(atPath: file)
        }
        let built = try await consumer.build()
        try #require(built.status == 0, "\(built.output)\(built.errors)")
        #expect(Self.count(ConsumerPackage.progress, in: built) == 1, "\(built.output)")
        #expect(Self.count("unhandled", in: built) == 0, "\(built.output)\(built.errors)")
        let tested = try await consumer.test()
        #expect(tested.status == 0, "\(tested.output)\(tested.errors)")
        #expect(Self.count("Test run with 1 test", in: tested) >= 1, "\(tested.output)")
        let generated = try String(contentsOfFile: consumer.generatedFile(), encoding: .utf8)
        #expect(!generated.contains(consumer.path) && !generated.contains(ConsumerPackage.root))
    }

    @Test("whose input is touched and not changed: compiles nothing")
    func touched() async throws {
        let consumer = try ConsumerPackage()
        #expect(try await consumer.build().status == 0)
        let before = try Self.changed(consumer.generatedFile())
        try ConsumerPackage.package().write(to: URL(fileURLWithPath: consumer.input))
        let built = try await consumer.build()
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        #expect(Self.count(ConsumerPackage.progress, in: built) == 1, "\(built.output)")
        // SwiftPM says this of each plugin of all packages, also if none is compiled again.
        #expect(
            Self.count("Compiling", in: built) == Self.count("Compiling plugin", in: built),
            "\(built.output)"
        )
        #expect(try Self.changed(consumer.generatedFile()) == before)
    }

    @Test("whose configuration is added and removed: has what it says, and then what was before")
    func changed() async throws {
        let consumer = try ConsumerPackage()
        #expect(try await consumer.build().status == 0)
        let before = try String(contentsOfFile: consumer.generatedFile(), encoding: .utf8)
        #expect(!before.contains("public struct Counter"))
        try consumer.write("access = \"public\"\n", to: "counter.miden.toml")
        let built = try await consumer.build()
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        #expect(Self.count("unhandled", in: built) == 0, "\(built.output)\(built.errors)")
        let after = try String(contentsOfFile: consumer.generatedFile(), encoding: .utf8)
        #expect(after.contains("public struct Counter") && after.contains("counter.miden.toml"))
        try consumer.remove("counter.miden.toml")
        #expect(try await consumer.build().status == 0)
        #expect(try String(contentsOfFile: consumer.generatedFile(), encoding: .utf8) == before)
    }

    @Test("whose package is broken: does not build, names the package, and leaves the generated file as it was")
    func brokenPackage() async throws {
        let consumer = try ConsumerPackage()
        #expect(try await consumer.build().status == 0)
        let before = try Self.changed(consumer.generatedFile())
        try consumer.write("no package", to: "counter.masp")
        let built = try await consumer.build()
        #expect(built.status == 1)
        #expect(Self.count("\(consumer.input): error: ", in: built) >= 1, "\(built.output)\(built.errors)")
        #expect(try Self.changed(consumer.generatedFile()) == before)
    }

    @Test("whose configuration is wrong: does not build, and says the line and the column")
    func brokenConfiguration() async throws {
        let consumer = try ConsumerPackage()
        try consumer.write("access = \"internal\"\nnam = \"Count\"\n", to: "counter.miden.toml")
        let built = try await consumer.build()
        #expect(built.status == 1)
        let place = "\(consumer.sources)/counter.miden.toml:2:1: error: "
        #expect(Self.count(place, in: built) >= 1, "\(built.output)\(built.errors)")
    }

    @Test("with a configuration that has no package: does not build, and says so")
    func withoutPackage() async throws {
        let consumer = try ConsumerPackage()
        try consumer.write("", to: "other.miden.toml")
        let built = try await consumer.build()
        #expect(built.status == 1)
        let problem = "\(consumer.sources)/other.miden.toml: error: There is no package other.masp beside it."
        #expect(Self.count(problem, in: built) >= 1, "\(built.output)\(built.errors)")
    }

    @Test("with a package that is too large: does not build, and names it")
    func tooLarge() async throws {
        let consumer = try ConsumerPackage()
        try Data(count: 3 << 20 + 1).write(to: URL(fileURLWithPath: "\(consumer.sources)/large.masp"))
        let built = try await consumer.build()
        #expect(built.status == 1)
        let problem = "\(consumer.sources)/large.masp: error: The file is too large"
        #expect(Self.count(problem, in: built) >= 1, "\(built.output)\(built.errors)")
    }

    @Test("whose input is deleted: builds without what was generated of it")
    func deleted() async throws {
        let consumer = try ConsumerPackage()
        #expect(try await consumer.build().status == 0)
        try consumer.remove("counter.masp")
        try consumer.write(ConsumerPackage.testWithoutContract, to: "Counter.swift")
        let built = try await consumer.build()
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        #expect(Self.count("has no contract", in: built) >= 1, "\(built.output)\(built.errors)")
    }

    @Test("with two inputs of one name, in either case: does not build, and names both")
    func doubled() async throws {
        let consumer = try ConsumerPackage()
        let other = "\(consumer.sources)/More/Counter.masp"
        try consumer.write("", to: "More/Counter.masp")
        let built = try await consumer.build()
        #expect(built.status == 1)
        #expect(Self.count(consumer.input, in: built) >= 1, "\(built.output)\(built.errors)")
        #expect(Self.count(other, in: built) >= 1, "\(built.output)\(built.errors)")
        #expect(Self.count("multiple producers", in: built) == 0, "\(built.output)\(built.errors)")
    }

    @Test("with two contracts of one type: does not build, and names both")
    func sameType() async throws {
        let consumer = try ConsumerPackage()
        try ConsumerPackage.package().write(to: URL(fileURLWithPath: "\(consumer.sources)/other.masp"))
        try consumer.write("name = \"Counter\"\n", to: "other.miden.toml")
        let built = try await consumer.build()
        #expect(built.status == 1)
        for name in ["counter.masp", "other.miden.toml"] {
            #expect(Self.count("\(consumer.sources)/\(name)", in: built) >= 1, "\(built.output)\(built.errors)")
        }
        #expect(Self.count("becomes the type Counter, too", in: built) >= 1, "\(built.output)\(built.errors)")
    }

    // MARK: - A package that does not use it pays nothing

    @Test("A package that does not use it pays nothing: no tool is built")
    func withoutPlugin() async throws {
        let consumer = try ConsumerPackage(contract: .absent)
        // What an earlier run has built for a package that uses it.
        for file in consumer.files(named: ConsumerPackage.tool) + consumer.files(named: Self.generatorOfTool) {
            try FileManager.default.removeItem(atPath: file)
        }
        let built = try await consumer.build()
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        #expect(Self.count(ConsumerPackage.progress, in: built) == 0, "\(built.output)")
        #expect(consumer.files(named: ConsumerPackage.tool).isEmpty)
        // SwiftPM makes folders for what it does not build.
        let compiled = consumer.files(named: Self.generatorOfTool).flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".o") }
        }
        #expect(compiled.isEmpty, "\(compiled)")
        #expect(!consumer.files(named: "MidenSwiftClient").isEmpty)
    }

    @Test("A package that does not use it pays nothing: no dependency is resolved for it")
    func dependencies() async throws {
        let scratch = try TemporaryDirectory()
        let place = ["--package-path", ConsumerPackage.root, "--scratch-path", scratch.path]
        let outcome = try await RunningCommand(
            ["swift", "package"] + place + ["dump-package"],
            environment: ProcessInfo.processInfo.environment,
            program: "/usr/bin/env"
        ).outcome()
        try #require(outcome.status == 0, "\(outcome.errors)")
        let targets = try JSON(outcome.output)["targets"].list
        var left = ["MidenContracts"]
        var seen: Set<String> = []
        while let name = left.popLast() {
            guard seen.insert(name).inserted else { continue }
            let target = try #require(targets.first { $0["name"].text == name }, "\(name) is of another package.")
            for dependency in target["dependencies"].list {
                #expect(dependency["product"].isNull, "\(name)")
                left.append(dependency["byName"][0].text + dependency["target"][0].text)
            }
        }
        #expect(seen.isSuperset(of: [ConsumerPackage.tool, "MidenContractGenerator", "CMidenSwiftClient"]))
        #expect(!seen.contains("MidenSwiftClient"))
    }

    @Test("A package that uses it pays once: it does not compile MidenSwiftClient twice")
    func libraryOnce() async throws {
        let consumer = try ConsumerPackage()
        #expect(try await consumer.build().status == 0)
        #expect(!consumer.files(named: "miden_contract_tool").isEmpty)
        // A build for release has one of its own.
        let modules = consumer.files(named: "MidenSwiftClient.swiftmodule")
            .filter { $0.hasSuffix(".swiftmodule") && $0.contains("/debug/") }
        #expect(modules.count == 1, "\(modules)")
        #expect(consumer.files(named: "MidenSwiftClient-tool").isEmpty)
    }

    @Test(
        "whose sources cannot be written to: builds, and nothing is left beside them",
        .enabled(if: geteuid() != 0, "Root may write where nobody else may: run the tests as another user.")
    )
    func readOnlySources() async throws {
        let consumer = try ConsumerPackage()
        // SwiftPM writes Package.resolved beside the manifest the first time.
        #expect(try await consumer.build().status == 0)
        for file in consumer.generatedFiles() {
            try FileManager.default.removeItem(atPath: file)
        }
        try consumer.setSources(writable: false)
        defer { try? consumer.setSources(writable: true) }
        #expect(throws: (any Error).self) { try consumer.write("", to: "Other.swift") }
        let before = try Self.names(in: consumer.path)
        let built = try await consumer.build()
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        #expect(try !consumer.generatedFile().hasPrefix(consumer.path))
        #expect(try Self.names(in: consumer.path) == before)
    }

    @Test("of a checkout without a core: does not build, with one sentence that says what to run")
    func withoutCore() async throws {
        let directory = try TemporaryDirectory()
        let checkout = try directory.folder("MidenSwiftClient")
        let manifestOfLibrary = "\(ConsumerPackage.root)/Package.swift"
        try FileManager.default.copyItem(atPath: manifestOfLibrary, toPath: "\(checkout)/Package.swift")
        let consumer = try directory.folder("Consumer")
        let manifest = ConsumerPackage.manifest(library: checkout, usesPlugin: true)
        _ = try directory.write(Data(manifest.utf8), to: "Consumer/Package.swift")
        let built = try await RunningCommand(
            ["swift", "build", "--package-path", consumer],
            environment: ProcessInfo.processInfo.environment,
            program: "/usr/bin/env"
        ).outcome()
        #expect(built.status == 1)
        let advice = "The Rust core is not built yet: run ./build.sh core in "
        #expect(Self.count(advice, in: built) == 1, "\(built.output)\(built.errors)")
    }

    @Test("builds for release, and its test passes", .enabled(if: TestRounds.areAll))
    func release() async throws {
        let tested = try await ConsumerPackage().test("-c", "release", "-Xswiftc", "-enable-testing")
        #expect(tested.status == 0, "\(tested.output)\(tested.errors)")
    }

    @Test("builds with the build system of Xcode", .enabled(if: TestRounds.areAll))
    func swiftBuild() async throws {
        let built = try await ConsumerPackage(buildSystem: "swiftbuild").build("--build-system", "swiftbuild")
        #expect(built.status == 0, "\(built.output)\(built.errors)")
    }

    /// The long one is `./build.sh bench generator`.
    @Test("is measured beside one with the file committed, and compiles nothing", .enabled(if: TestRounds.areAll))
    func measured() async throws {
        let figures = try await BuildFigures.measured(cold: 0, unchanged: 1)
        #expect(figures.pairs.map(\.what) == ["unchanged build"])
        #expect(figures.pairs.map(\.measured.count) == [1])
        #expect(figures.compiledAfterTouch.isEmpty)
    }

    /// Where SwiftPM compiles the generator for the tool.
    private static let generatorOfTool = "MidenContractGenerator-tool"

    /// How often a text is in what SwiftPM wrote.
    private static func count(_ text: String, in outcome: Outcome) -> Int {
        (outcome.output + outcome.errors).components(separatedBy: text).count - 1
    }

    /// What is in a folder and its folders.
    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    }

    /// When a file was written last.
    private static func changed(_ path: String) throws -> Date {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    }
}
