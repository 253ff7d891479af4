import Foundation
import MidenTestSupport
import Testing

@testable import miden_cli

@Suite("The shell lines in the documents", .timeLimit(.minutes(5)))
struct ShellInDocumentsTests {
    @Test("README: the first session prints what the README shows")
    func session() async throws {
        let session = try #require(try Document("README.md").blocks(in: "console").first)
        let sandbox = try Sandbox()
        // The reader is in the checkout after a release build.
        let build = try sandbox.directory.folder(".build")
        let products = URL(fileURLWithPath: try BuiltCommand.path()).deletingLastPathComponent().path
        try FileManager.default.createSymbolicLink(atPath: build + "/release", withDestinationPath: products)
        let lines = session.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { line in
            let quoted = line.replacingOccurrences(of: "'", with: #"'\''"#)
            return "printf '%s\\n' '\(quoted)'\n\(line.dropFirst(2))"
        }
        let script = (["set -e", "cd '\(sandbox.directory.path)'"] + lines).joined(separator: "\n")
        let outcome = try await RunningCommand(
            ["-c", script],
            environment: sandbox.with(["TMPDIR": sandbox.directory.path]).environment,
            program: "/bin/sh"
        ).outcome()
        #expect(outcome.status == 0, "\(outcome.errors)")
        // Ids are new in each wallet.
        #expect(outcome.output.replacing(/0x[0-9a-f]+/, with: "0x…") == session)
    }

    @Test("Documents: each option of a miden-cli line is in the help of its command")
    func options() async throws {
        let sandbox = try Sandbox()
        var checked = 0
        for path in try Document.all() {
            for words in Self.commandLines(in: try Document(path)) {
                // A command with parts has its options in the parts.
                let command = MidenCLI.commands.first { words.starts(with: $0.words) }?.words ?? [words[0]]
                let help = try await sandbox.start(command + ["--help"]).outcome().output
                for option in words where option.hasPrefix("--") {
                    let name = String(option.prefix { $0 != "=" })
                    #expect(help.contains(name), "\(path): miden-cli \(command.joined(separator: " ")) \(name)")
                    checked += 1
                }
            }
        }
        #expect(checked > 0)
    }

    /// The words after `miden-cli` of each line that runs one of its commands.
    private static func commandLines(in document: Document) -> [[String]] {
        let lines = (document.blocks(in: "sh") + document.blocks(in: "console")).flatMap { $0.split(separator: "\n") }
        let commands = lines.flatMap { $0.components(separatedBy: " #")[0].components(separatedBy: " && ") }
        return commands.compactMap { command -> [String]? in
            let words = command.split(separator: " ").map(String.init)
            // A session's line begins with "$".
            guard let start = words.firstIndex(of: "miden-cli"), start <= 1, words.count > start + 1,
                !words[start + 1].hasPrefix("-")
            else {
                return nil
            }
            return Array(words[(start + 1)...])
        }
    }
}
