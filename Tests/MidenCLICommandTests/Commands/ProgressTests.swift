import Foundation
import MidenSilentNode
import MidenTestSupport
import Testing

/// What is seen while a command works.
@Suite("Progress", .timeLimit(.minutes(5)))
struct ProgressTests {
    @Test("is shown on a terminal with the time, and taken away", arguments: [[], ["--json"]])
    func terminal(_ options: [String]) async throws {
        let node = try SilentNode()
        let terminal = try PseudoTerminal()
        let sandbox = try Sandbox(["MIDEN_NETWORK": node.address])
        let command = try sandbox.start(["ping", "--timeout", "3.5"] + options, errors: terminal.handle)
        let outcome = await command.outcome()
        let written = terminal.written()
        #expect(outcome.status == 124)
        #expect(outcome.output.isEmpty)
        #expect(written.contains("Waiting for the node … 2 s\r\u{1B}[2K"))
        let visible = PseudoTerminal.visible(written)
        #expect(visible.hasPrefix(options.isEmpty ? "Error: The time allowed has passed." : #"{"error":{"#))
        #expect(visible.filter(\.isNewline).count == 1)
        withExtendedLifetime(node) {}
    }

    @Test("is not written to a pipe")
    func pipe() async throws {
        let node = try SilentNode()
        let pipe = Pipe()
        let sandbox = try Sandbox(["MIDEN_NETWORK": node.address])
        let command = try sandbox.start(["ping", "--timeout", "1.5"], errors: pipe.fileHandleForWriting)
        let outcome = await command.outcome()
        #expect(outcome.status == 124)
        let written = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        #expect(written.hasPrefix("Error: The time allowed has passed."))
        #expect(!written.contains("\r") && !written.contains("\u{1B}") && !written.contains("Waiting"))
        withExtendedLifetime(node) {}
    }

    @Test("is not shown on a terminal that cannot move back")
    func dumbTerminal() async throws {
        let node = try SilentNode()
        let terminal = try PseudoTerminal()
        let sandbox = try Sandbox(["MIDEN_NETWORK": node.address, "TERM": "dumb"])
        let command = try sandbox.start(["ping", "--timeout", "1.5"], errors: terminal.handle)
        _ = await command.outcome()
        #expect(terminal.written().hasPrefix("Error: The time allowed has passed."))
        withExtendedLifetime(node) {}
    }

    @Test("is not shown where nobody has to wait")
    func quick() async throws {
        let terminal = try PseudoTerminal()
        let sandbox = try Sandbox()
        let command = try sandbox.start(["info"], errors: terminal.handle)
        #expect(await command.outcome().status == 0)
        #expect(PseudoTerminal.visible(terminal.written()).isEmpty)
    }

    @Test("--verbose shows the log, and nothing else shows more than its warnings")
    func log() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet")
        let outcome = try await sandbox.run("faucet", "--verbose")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("The faucet made a note of 100 MIDEN."))
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("info miden_swift_wallet") && $0.contains("stage: proving") })
    }
}
