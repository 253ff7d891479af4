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

    @Test("and no longer uses it: builds no tool")
    func withoutPlugin() async throws {
        let consumer = try ConsumerPackage(contract: .absent)
        for file in consumer.files(named: ConsumerPackage.tool) {
            try FileManager.default.removeItem(atPath: file)
        }
        let built = try await consumer.build()
        #expect(built.status == 0, "\(built.output)\(built.errors)")
        #expect(consumer.files(named: ConsumerPackage.tool).isEmpty)
        #expect(!consumer.files(named: "MidenSwiftClient").isEmpty)
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

    /// How often a text is in what SwiftPM wrote.
    private static func count(_ text: String, in outcome: Outcome) -> Int {
        (outcome.output + outcome.errors).components(separatedBy: text).count - 1
    }

    /// When a file was written last.
    private static func changed(_ path: String) throws -> Date {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    }
}
