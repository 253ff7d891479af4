import Foundation
import MidenTestSupport
import Testing

/// The page on contracts: its lines and programs have the results that the page shows.
@Suite("The first contract of docs/contracts.md", .timeLimit(.minutes(5)))
struct FirstContractTests {
    /// What the lines of docs/library.md begin with that use the generated type.
    static let inLibrary = "let counter = try await Counter("
    private static let page = "docs/contracts.md"
    private static let manifest = "// swift-tools-version"
    private static let program = "@main"
    private static let standIn = "import Testing"
    private static let moduleOfApp = "@testable import CounterApp\n"
    private static let testTarget = ".testTarget("
    private static let fragment = "let theirs = "
    private static let owner = "OptionalAccountID.self"
    /// What the part of the generated file begins with that the page shows.
    private static let part = "// MARK: - Calls"
    /// What stands between lines of that part if some are left out.
    private static let gap = "\n// …\n\n"
    private static let command = "$ swift run\n"

    @Test("its files and lines as they stand there: print what the page shows")
    func firstContract() async throws {
        let reader = try await Reader()
        let generated = try reader.generated()
        for lines in try Self.swift(Self.part).components(separatedBy: Self.gap) {
            #expect(generated.contains(lines), "\(lines)")
        }
        let program = reader.sandbox.directory.path + "/program"
        let made = try await SwiftCheck.makeProgram(
            of: try Self.swift(Self.program),
            named: "CounterApp.swift",
            with: [reader.generatedFile],
            at: program,
            in: reader.sandbox.directory
        )
        try #require(made.status == 0, "\(made.errors)")
        #expect(made.errors.isEmpty, "\(made.errors)")
        let temporary = try reader.sandbox.directory.folder("temporary")
        let outcome = try await RunningCommand(
            [],
            environment: reader.sandbox.with(["TMPDIR": temporary]).environment,
            program: program
        ).outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let shown = try Self.block(in: "console") { $0.hasPrefix(Self.command) }
        #expect(outcome.output == shown.dropFirst(Self.command.count))
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    }

    @Test("its lines again: replace what they have made")
    func again() async throws {
        let reader = try await Reader()
        let outcome = try await reader.run(Self.lines(), in: reader.app + "/Contracts")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("the lines for the plugin: write the package into the target, also a second time")
    func linesForPlugin() async throws {
        let reader = try await Reader()
        let lines = try Self.block(in: "sh") { $0.contains("contract compile") && !$0.contains("contract generate") }
        for _ in 1...2 {
            let outcome = try await reader.run(lines, in: reader.app + "/Contracts")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(FileManager.default.fileExists(atPath: reader.app + "/Sources/CounterApp/counter.masp"))
    }

    @Test("the other lines of the command: generate, and find the file current")
    func otherLines() async throws {
        let reader = try await Reader()
        let lines = try Self.block(in: "sh") { $0.contains("--check") }
        let outcome = try await reader.run(lines, in: reader.app + "/Contracts")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: reader.app + "/Sources/CounterApp")
        let names = ["BasicWallet", "Counter", "FungibleFaucet"]
        #expect(files.sorted() == names.map { "\($0).generated.swift" })
    }

    @Test("a wrong name in its configuration: is the error that the page shows")
    func wrongName() async throws {
        let reader = try await Reader()
        let contracts = reader.app + "/Contracts"
        let wrong = try Self.block(in: "toml") { $0.contains("reads = ") }
            .replacingOccurrences(of: "get_count", with: "get_cuont")
        try reader.write(wrong, to: "Contracts/counter.miden.toml")
        let outcome = try await reader.run("miden-cli contract generate counter.miden.toml -o .", in: contracts)
        #expect(outcome.status == 2)
        let shown = try Self.block(in: "text") { $0.contains(": error: ") }
        #expect(outcome.errors.contains(shown.dropLast()), "\(outcome.errors)")
    }

    @Test("the stand-in, both fragments and docs/library.md: compile with the generated type")
    func otherSwift() async throws {
        let reader = try await Reader()
        let blocks = try Document("docs/library.md").blocks(in: "swift")
        let library = try #require(blocks.first { $0.hasPrefix(Self.inLibrary) })
        let fragments = """
            import MidenSwiftClient
            func theirs(wallet: MidenWallet, accountID: AccountID) async throws {
            \(try Self.swift(Self.fragment))_ = count
            }
            func owner(wallet: MidenWallet, contract: Contract) async throws -> AccountID? {
            \(try Self.swift(Self.owner))return owner
            }
            func library(wallet: MidenWallet, accountID: AccountID) async throws {
            \(library)_ = (added, count)
            }

            """
        // Here they are one module with the app.
        let standIn = try Self.swift(Self.standIn).replacingOccurrences(of: Self.moduleOfApp, with: "")
        let sources = [standIn, fragments, try reader.generated()]
        let outcome = try await SwiftCheck.typecheck(sources, in: reader.sandbox.directory)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("the manifests: can be read, also with the target for tests")
    func manifests() async throws {
        let manifests = try Document(Self.page).blocks(in: "swift").filter { $0.hasPrefix(Self.manifest) }
        #expect(manifests.count == 2)
        let end = "\n        )\n    ]\n)\n"
        let withTests = try manifests.map { manifest in
            try #require(manifest.hasSuffix(end))
            return try String(manifest.dropLast(end.count)) + "\n        ),\n\(Self.swift(Self.testTarget))    ]\n)\n"
        }
        for manifest in manifests + withTests {
            let directory = try TemporaryDirectory()
            _ = try directory.write(Data(manifest.utf8), to: "Package.swift")
            let outcome = try await RunningCommand(
                ["swift", "package", "--package-path", directory.path, "dump-package"],
                environment: ProcessInfo.processInfo.environment,
                program: "/usr/bin/env"
            ).outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    @Test("is all the Swift of the page, with the manifests")
    func complete() throws {
        let known = [
            Self.manifest, Self.program, Self.standIn, Self.testTarget, Self.fragment, Self.owner, Self.part,
        ]
        for block in try Document(Self.page).blocks(in: "swift") {
            #expect(known.count { block.contains($0) } == 1, "\(block)")
        }
    }

    /// The lines that compile the contract and generate its type.
    private static func lines() throws -> String {
        try block(in: "sh") { $0.contains("contract compile") && $0.contains("contract generate") }
    }

    /// The one listing in Swift that has a text.
    private static func swift(_ text: String) throws -> String {
        try block(in: "swift") { $0.contains(text) && (text == manifest || !$0.hasPrefix(manifest)) }
    }

    private static func block(in language: String, where isMeant: (String) -> Bool) throws -> String {
        let found = try Document(page).blocks(in: language).filter(isMeant)
        try #require(found.count == 1, "\(language): \(found.count) listings")
        return found[0]
    }
}

extension FirstContractTests {
    /// A reader who has saved the files of the page and has run its lines in the folder `Contracts`.
    private struct Reader {
        let sandbox: Sandbox
        /// The folder of the app.
        let app: String

        /// Where the generated file is.
        var generatedFile: String { app + "/Sources/CounterApp/Counter.generated.swift" }

        init() async throws {
            sandbox = try Sandbox()
            app = try sandbox.directory.folder("CounterApp")
            for folder in ["Contracts", "Sources/CounterApp"] {
                try FileManager.default.createDirectory(atPath: "\(app)/\(folder)", withIntermediateDirectories: true)
            }
            try write(FirstContractTests.block(in: "masm") { _ in true }, to: "Contracts/counter.masm")
            try write(FirstContractTests.block(in: "toml") { $0.contains("[[storage") }, to: "Contracts/counter.toml")
            try write(
                FirstContractTests.block(in: "toml") { $0.contains("reads = ") },
                to: "Contracts/counter.miden.toml"
            )
            let outcome = try await run(FirstContractTests.lines(), in: app + "/Contracts")
            try #require(outcome.status == 0, "\(outcome.errors)")
        }

        func generated() throws -> String {
            try String(contentsOfFile: generatedFile, encoding: .utf8)
        }

        /// Writes a file of the app.
        func write(_ text: String, to name: String) throws {
            try text.write(toFile: "\(app)/\(name)", atomically: true, encoding: .utf8)
        }

        /// Runs lines of the page with the built command on the path.
        func run(_ lines: String, in folder: String) async throws -> Outcome {
            let products = URL(fileURLWithPath: try BuiltCommand.path()).deletingLastPathComponent().path
            let path = products + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
            return try await RunningCommand(
                ["-c", "set -e\ncd '\(folder)'\n\(lines)"],
                environment: sandbox.with(["PATH": path]).environment,
                program: "/bin/sh"
            ).outcome()
        }
    }
}
