import Foundation
import MidenTestSupport
import Testing

@Suite("miden-cli sync --watch", .timeLimit(.minutes(5)))
struct WatchTests {
    @Test("writes what happens, an object a line, until it is interrupted, and goes on after a cursor")
    func watches() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("1")
        let output = OutputPipe()
        let watching = try sandbox.start(["sync", "--watch", "--every", "0.1", "--json"], output: output.handle)
        // The transaction that consumed is committed by the first sync.
        let written = try await output.written(by: watching, signal: SIGINT, onceContains: #""kind":"synced""#)
        let outcome = await watching.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let events = try written.split(separator: "\n").map { try JSON(String($0)) }
        #expect(events.map { $0["kind"].text } == ["transaction_committed", "note_consumed", "synced"])
        #expect(events[0]["account_id"].text == account)
        #expect(
            events[2].shape == [
                "account_id: null", "block_number: number", "cursor: text", "discard_reason: null", "kind: text",
                "note_id: null", "recorded_at: text", "transaction_id: null",
            ]
        )

        let cursor = events[0]["cursor"].text
        let rest = OutputPipe()
        let again = try sandbox.start(["sync", "--watch", "--after", cursor], output: rest.handle)
        let text = try await rest.written(by: again, signal: SIGTERM, onceContains: "synced to block 3\n")
            .split(separator: "\n")
        _ = await again.outcome()
        try #require(text.count == 2)
        #expect(text[0].hasSuffix("note \(events[1]["note_id"].text) is consumed"))
    }

    @Test("refuses what is of no use without it, and cursors that are none")
    func refusals() async throws {
        let sandbox = try Sandbox()
        for arguments in [["--every", "1"], ["--after", "x"], ["--watch", "--every", "0"]] {
            #expect(try await sandbox.start(["sync"] + arguments).outcome().status == 64, "\(arguments)")
        }
        let garbage = try await sandbox.run("sync", "--watch", "--after", "garbage")
        #expect(garbage.status == 2)
        #expect(garbage.errors.contains("This cursor cannot be used"))
    }
}
