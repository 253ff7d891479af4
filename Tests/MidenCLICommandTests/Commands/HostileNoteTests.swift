import Foundation
import MidenTestSupport
import Testing

/// What the command does with notes whose scripts a stranger wrote.
@Suite("A note with a stranger's script", .timeLimit(.minutes(5)))
struct HostileNoteTests {
    /// The wallet of somebody whom another wallet on the same chain sent a note with a script.
    private struct Scene {
        let sandbox: Sandbox
        let receiver: String
        let note: String

        init(script: String, storage: (_ receiver: String) -> String? = { _ in nil }) async throws {
            let sender = try Sandbox()
            let from = try await sender.paidAccount("5")
            sandbox = sender.with(["MIDEN_DATA_DIR": sender.directory.path + "/receiver"])
            try Self.copyChain(of: sender)
            receiver = try await sandbox.answer("new-wallet")["account_id"].text
            let storage = storage(receiver).map { ["--storage", $0] } ?? []
            let made = try await sender.start(
                ["new-note", "-p", script, "--account", from, "--for", receiver, "--yes", "--json"] + storage
            ).outcome()
            note = try made.object()["note_id"].text
            try Self.copyChain(of: sender)
            _ = try await sandbox.check("sync")
        }

        /// Puts the sender's chain in the place of the receiver's.
        private static func copyChain(of sender: Sandbox) throws {
            let folder = sender.directory.path + "/receiver/embedded"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            if FileManager.default.fileExists(atPath: folder + "/chain") {
                try FileManager.default.removeItem(atPath: folder + "/chain")
            }
            try FileManager.default.copyItem(atPath: sender.wallets + "/embedded/chain", toPath: folder + "/chain")
        }
    }

    /// The account that a hostile script of the tests turns against, as numbers.
    private static func numbers(of account: String) -> String {
        let digits = account.dropFirst(2)
        let suffix = UInt64(digits.dropFirst(16), radix: 16) ?? 0
        let prefix = UInt64(digits.prefix(16), radix: 16) ?? 0
        return "\(suffix << 8),\(prefix)"
    }

    @Test("that prints: each command answers with one JSON object, and what the script prints is nowhere")
    func printing() async throws {
        let scene = try await Scene(script: Contracts.path("printing"), storage: Self.numbers)
        let sandbox = scene.sandbox
        for command in [["notes"], ["sync"], ["balance"], ["transactions"]] {
            let outcome = try await sandbox.start(command + ["--json"]).outcome()
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(command): \(outcome.errors)")
            _ = try outcome.object()
        }
        for command in [["notes", "--verify", scene.note], ["notes", "--show", scene.note]] {
            let outcome = try await sandbox.start(command + ["--script-time", "120", "--json"]).outcome()
            #expect(outcome.status == 0)
            let listed = try outcome.object()["notes"].list.first { !$0["unverified"].isNull }
            #expect(listed?["unverified"].text == "too_many_cycles", "\(command)")
            #expect(listed?["left_out"].text == "unverified", "\(command)")
            #expect(outcome.errors.isEmpty, "\(command): \(outcome.errors.prefix(300))")
        }
        let consumed = try await sandbox.run(
            "consume",
            scene.note,
            "--account",
            scene.receiver,
            "--yes",
            "--json"
        )
        #expect(consumed.status == 4 && consumed.output.isEmpty)
        #expect(try consumed.error()["kind"].text == "note_script_over_budget")
    }

    @Test("is left out of consume --all, which says so, and hidden by --dismiss")
    func dismissed() async throws {
        let scene = try await Scene(script: Contracts.path("slow"))
        let all = ["consume", "--all", "--account", scene.receiver, "--yes"]
        let left = try await scene.sandbox.start(all).outcome()
        #expect(left.output.contains("consume --all leaves out 1 note: 1 unverified."), "\(left.output)")
        let notes = try await scene.sandbox.answer("notes", "--dismiss", scene.note)
        #expect(notes["notes"].list.isEmpty)
        let silent = try await scene.sandbox.start(all).outcome()
        #expect(!silent.output.contains("leaves out"), "\(silent.output)")
    }

    @Test("that takes long is consumed if the limits are raised for it")
    func slow() async throws {
        let scene = try await Scene(script: Contracts.path("slow"))
        let consume = ["consume", scene.note, "--account", scene.receiver, "--yes", "--json"]
        let refused = try await scene.sandbox.start(consume).outcome()
        #expect(try refused.error()["kind"].text == "note_script_over_budget")
        #expect(try refused.error()["message"].text.contains("--script-cycles"))
        let raised = consume + ["--script-cycles", "536870912", "--script-time", "120"]
        let consumed = try await scene.sandbox.start(raised).outcome()
        #expect(consumed.status == 0, "\(consumed.errors)")
        #expect(try consumed.object()["transaction_id"].text.hasPrefix("0x"))
    }

    @Test(
        "is used with limits that a script can have alone",
        arguments: [
            ["--script-cycles", "1"], ["--script-cycles", "536870913"], ["--script-time", "0"],
        ]
    )
    func limits(option: [String]) async throws {
        let outcome = try await Sandbox().start(["notes"] + option).outcome()
        #expect(outcome.status == 64 && outcome.errors.contains("\(option[0]) wants a number"), "\(outcome.errors)")
    }
}
