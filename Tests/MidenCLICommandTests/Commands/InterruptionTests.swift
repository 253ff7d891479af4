import Foundation
import MidenSilentNode
import MidenTestSupport
import Testing

/// Ctrl-C.
@Suite("Interruptions", .timeLimit(.minutes(5)))
struct InterruptionTests {
    @Test("stop what waits for a node", arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
    func waiting(signal: Int32, status: Int32) async throws {
        let node = try SilentNode()
        let terminal = try PseudoTerminal()
        let sandbox = try Sandbox(["MIDEN_NETWORK": node.address])
        let command = try sandbox.start(["sync"], errors: terminal.handle)
        var written = try await terminal.written(until: "Catching up with the chain")
        command.signal(signal)
        let outcome = await command.outcome()
        written += terminal.written()
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(PseudoTerminal.visible(written).hasPrefix("Error: The operation was cancelled."))
        withExtendedLifetime(node) {}
    }

    @Test("stop a proof, of which nothing has come then; undisturbed it is shown, and verified")
    func proof() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_PROOFS": "real"])
        _ = try await sandbox.check("new-wallet")
        _ = try await sandbox.check("faucet", "--amount", "3")
        _ = try await sandbox.check("sync")

        let errors = OutputPipe()
        let stopped = try sandbox.start(["consume", "--all", "--verbose", "--json"], errors: errors.handle)
        let lines = try await errors.written(by: stopped, signal: SIGINT, onceContains: "stage: proving")
            .split(separator: "\n")
        let outcome = await stopped.outcome()
        #expect(outcome.status == 130)
        #expect(outcome.output.isEmpty)
        let error = try JSON(String(try #require(lines.last)))["error"]
        #expect(error["kind"].text == "cancelled")
        #expect(error["exit_code"].number == 130)
        #expect(try await sandbox.check("balance", "--field", "formatted").isEmpty)

        let terminal = try PseudoTerminal()
        let undisturbed = try sandbox.start(["consume", "--all"], errors: terminal.handle)
        #expect(await undisturbed.outcome().status == 0)
        let written = terminal.written()
        #expect(written.contains("Proving the transaction …"))
        #expect(PseudoTerminal.visible(written).isEmpty)
        #expect(try await sandbox.check("balance", "--field", "formatted") == "3 MIDEN\n")
    }
}
