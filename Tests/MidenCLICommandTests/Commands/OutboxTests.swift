import Foundation
import MidenTestSupport
import Testing

/// `outbox`, and `notes --send` and `--fetch` in the published client's form.
@Suite("The outbox", .timeLimit(.minutes(5)))
struct OutboxTests {
    private static let nowhere = ["--note-transport", "http://127.0.0.1:9"]

    /// A wallet that has made a private note for somebody else, which no transport has taken.
    private func waiting() async throws -> (sandbox: Sandbox, note: String) {
        let sandbox = try Sandbox()
        _ = try await sandbox.paidAccount("5")
        let sent = try await sandbox.answer("send", AccountFile.accountID, "1", "--private", "--yes")
        return (sandbox, sent["note_id"].text)
    }

    @Test("lists the private notes that are not delivered, and tries again")
    func tried() async throws {
        let (sandbox, note) = try await waiting()
        let early = try await sandbox.answer("outbox")["waiting"]
        #expect(early.count == 1 && early[0]["note_id"].text == note)
        #expect(early[0]["receiver_id"].text == AccountFile.accountID && early[0]["is_committed"].bool == false)
        #expect(try await sandbox.check("outbox").contains("in no block yet"))

        // The transport is out of reach: what has come into a block waits for it, and nothing is lost.
        let refused = try await sandbox.start(["outbox", "--deliver", "--json"] + Self.nowhere).outcome()
        #expect(refused.status == 10)
        #expect(try refused.error()["kind"].text == "note_transport_unreachable")
        #expect(try refused.error()["causes"].list.map(\.text) == ["Connection refused (os error \(ECONNREFUSED))"])
        #expect(!refused.errors.contains("NoteTransportError"))
        #expect(try refused.error()["retryable"].bool == true)
        let committed = try await sandbox.answer("outbox")
        #expect(committed["waiting"][0]["is_committed"].bool == true && committed["delivered_note_ids"].count == 0)

        let none = try await sandbox.run("outbox", "--deliver", "--note-transport", "none", "--json")
        #expect(none.status == 15)
        #expect(try none.error()["kind"].text == "no_note_transport")

        let delivered = try await sandbox.answer("outbox", "--deliver")
        #expect(delivered["delivered_note_ids"].list.map(\.text) == [note] && delivered["waiting"].count == 0)
        #expect(try await sandbox.check("outbox") == "No notes wait to be delivered.\n")
        #expect(try await sandbox.answer("outbox", "--deliver")["delivered_note_ids"].count == 0)
    }

    @Test("delivers one note as notes --send does, to the account it is for")
    func sent() async throws {
        let (sandbox, note) = try await waiting()
        let receiver = AccountFile.accountID
        let other = try await sandbox.answer("new-wallet")["account_id"].text
        let address = try await sandbox.answer("address", "encode", receiver)["addresses"][0]["address"].text
        let wrong = try await sandbox.run("notes", "--send", note, other, "--json")
        #expect(wrong.status == 4)
        #expect(try wrong.error()["message"].text.contains("it is for account \(receiver), and not for \(other)"))
        #expect(try await sandbox.answer("outbox")["waiting"].count == 1)

        let sent = try await sandbox.answer("notes", "--send", note, address)
        #expect(sent.shape == ["note_id: text", "receiver_id: text", "was_delivered: bool"])
        #expect(sent["was_delivered"].bool == false && sent["receiver_id"].text == receiver)
        // Once more is no error: a sync may have been first.
        #expect(
            try await sandbox.check("notes", "--send", note, address).hasSuffix(
                "was delivered to account \(receiver) before.\n"
            )
        )

        let publicNote = try await sandbox.answer("send", receiver, "1", "--yes")["note_id"].text
        let open = try await sandbox.run("notes", "--send", publicNote, address, "--json")
        #expect(try open.error()["kind"].text == "note_not_deliverable")
        let unknown = try await sandbox.run(
            "notes",
            "--send",
            "0x" + String(repeating: "1", count: 64),
            address,
            "--json"
        )
        #expect(try unknown.error()["kind"].text == "unknown_note")
        #expect(try await sandbox.run("notes", "--send", note).status == 64)
    }

    @Test("is emptied into another wallet, which notes --fetch brings")
    func fetched() async throws {
        let sandbox = try Sandbox()
        let seed = try sandbox.directory.write(Data(repeating: 9, count: 32), to: "seed")
        let receiver = try await sandbox.answer("new-wallet", "--seed-file", seed)["account_id"].text
        try sandbox.forgetWallet()
        _ = try await sandbox.paidAccount("5")
        _ = try await sandbox.check("send", receiver, "1.5", "--private", "--yes")
        #expect(try await sandbox.answer("outbox", "--deliver")["delivered_note_ids"].count == 1)
        try sandbox.forgetWallet()
        #expect(try await sandbox.answer("new-wallet", "--seed-file", seed)["account_id"].text == receiver)
        let fetched = try await sandbox.answer("notes", "--fetch")
        #expect(
            fetched.shape == [
                "consumable_note_count: number", "discarded_transactions[]", "left_out_note_count: number",
                "locked_account_ids[]", "refused_private_note_count: number", "sync_height: number",
            ]
        )
        #expect(fetched["consumable_note_count"].number == 1)
        _ = try await sandbox.check("consume", "--all")
        #expect(try await sandbox.check("balance", "--field", "formatted") == "1.5 MIDEN\n")
    }
}
