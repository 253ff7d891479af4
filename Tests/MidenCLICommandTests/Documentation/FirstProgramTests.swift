import Foundation
import MidenTestSupport
import Testing

@Suite("The first program of the README", .timeLimit(.minutes(5)))
struct FirstProgramTests {
    private static let manifest = "// swift-tools-version"
    private static let command = "$ swift run\n"
    /// What stands around the lines of the program.
    private static let head = "@main\nstruct FirstProgram {\n    static func main() async throws {\n"
    private static let tail = "    }\n}\n"

    @Test("as it stands there: prints what the README shows")
    func program() async throws {
        try await check(try Self.program(), named: "FirstProgram.swift")
    }

    @Test("its lines at the top level of main.swift: print the same")
    func topLevel() async throws {
        try await check(try Self.topLevel(), named: "main.swift")
    }

    @Test("a call with a published blocking form, at the top level: is refused with what to do")
    func publishedCall() async throws {
        let lines = try Self.topLevel().replacingOccurrences(of: #"createWallet(name: "Shop")"#, with: "createWallet()")
        let directory = try TemporaryDirectory()
        let outcome = try await SwiftCheck.makeProgram(
            of: lines,
            named: "main.swift",
            at: directory.path + "/program",
            in: directory
        )
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("Move top-level code into one."), "\(outcome.errors)")
    }

    @Test("its manifest: can be read")
    func manifest() async throws {
        let directory = try TemporaryDirectory()
        let manifest = try #require(Self.swift().first { $0.hasPrefix(Self.manifest) })
        _ = try directory.write(Data(manifest.utf8), to: "Package.swift")
        let outcome = try await RunningCommand(
            ["swift", "package", "--package-path", directory.path, "dump-package"],
            environment: ProcessInfo.processInfo.environment,
            program: "/usr/bin/env"
        ).outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("is all the Swift of the README, with its manifest")
    func complete() throws {
        #expect(try Self.swift().count == 2)
    }

    /// Compiles a program, runs it in an empty folder for temporary files, and compares its output with the README's.
    private func check(_ source: String, named name: String) async throws {
        let sandbox = try Sandbox()
        let program = sandbox.directory.path + "/program"
        let made = try await SwiftCheck.makeProgram(of: source, named: name, at: program, in: sandbox.directory)
        try #require(made.status == 0, "\(made.errors)")
        #expect(made.errors.isEmpty, "\(made.errors)")
        let temporary = try sandbox.directory.folder("temporary")
        let outcome = try await RunningCommand(
            [],
            environment: sandbox.with(["TMPDIR": temporary]).environment,
            program: program
        ).outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let shown = try #require(
            Document("README.md").blocks(in: "console").first { $0.hasPrefix(Self.command) }
        ).dropFirst(Self.command.count)
        // Ids are new in each wallet.
        #expect(outcome.output.replacing(/0x[0-9a-f]+/, with: "0x…") == shown)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    }

    private static func swift() throws -> [String] {
        try Document("README.md").blocks(in: "swift")
    }

    private static func program() throws -> String {
        try #require(swift().first { !$0.hasPrefix(manifest) })
    }

    /// The imports of the program, and its lines.
    private static func topLevel() throws -> String {
        let parts = try program().components(separatedBy: head)
        try #require(parts.count == 2)
        try #require(parts[1].hasSuffix(tail))
        let lines = parts[1].dropLast(tail.count).components(separatedBy: "\n")
        return parts[0] + lines.map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : $0 }.joined(separator: "\n")
    }
}
