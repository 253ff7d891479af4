import Foundation
import MidenTestSupport
import Testing

@Suite("The request in the README", .timeLimit(.minutes(5)))
struct RequestInReadmeTests {
    /// The section, up to the next one.
    private static func lines() throws -> [String] {
        let readme = try String(contentsOf: Document.root.appendingPathComponent("README.md"), encoding: .utf8)
        let section = try #require(readme.components(separatedBy: "\n## Ask another wallet to pay\n").dropFirst().first)
            .components(separatedBy: "\n## ")[0]
        let block = try #require(section.components(separatedBy: "```sh\n").dropFirst().first)
            .components(separatedBy: "```")[0]
        return block.split(separator: "\n").map(String.init)
    }

    @Test("its lines as they stand there: pay once, and verify the receipt without a wallet")
    func flow() async throws {
        let lines = try Self.lines()
        let sandbox = try Sandbox()
        let script = (["set -euo pipefail"] + lines).joined(separator: "\n")
        let outcome = try await Self.run(script, in: sandbox)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("succeed"), "\(outcome.output)")
        // The last line is the verification. Any other key is refused by it.
        let last = try #require(lines.last)
        try #require(last.contains("request receipt") && last.contains("\"$key\""))
        let wrong =
            lines.dropLast() + [last.replacingOccurrences(of: "\"$key\"", with: String(repeating: "1", count: 64))]
        let refused = try await Self.run((["set -euo pipefail"] + wrong).joined(separator: "\n"), in: try Sandbox())
        #expect(refused.status == 3, "\(refused.errors)")
    }

    @Test("its requester: has no wallet, before and after")
    func withoutWallet() async throws {
        let sandbox = try Sandbox()
        let lines = try Self.lines() + [#"echo; echo "FILES"; find "$SHOP" -type f"#]
        let outcome = try await Self.run((["set -euo pipefail"] + lines).joined(separator: "\n"), in: sandbox)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let files = try #require(outcome.output.components(separatedBy: "\nFILES\n").last)
        #expect(files.contains("/requester/requester.key"))
        #expect(!files.contains("store.sqlite3") && !files.contains("keystore"), "\(files)")
    }

    @Test("is ten lines of commands, without the one that says where they are")
    func count() throws {
        // A line that goes on in the next is one.
        let commands = try Self.lines().filter { !$0.hasPrefix("    ") }
        #expect(commands.count <= 10 && !commands.isEmpty, "\(commands)")
    }

    /// Runs it with the built command on the path, and chains without proofs.
    private static func run(_ script: String, in sandbox: Sandbox) async throws -> Outcome {
        let products = URL(fileURLWithPath: try BuiltCommand.path()).deletingLastPathComponent().path
        let path = products + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        return try await RunningCommand(
            ["-c", script],
            environment: sandbox.with(["PATH": path, "TMPDIR": sandbox.directory.path]).environment,
            program: "/bin/bash"
        ).outcome()
    }
}
