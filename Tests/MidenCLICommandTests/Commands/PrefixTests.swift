import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import miden_cli

/// Ids that are cut short.
@Suite("The beginning of an id", .timeLimit(.minutes(5)))
struct PrefixTests {
    @Test("stands for an account, a note and a transaction of the wallet")
    func unique() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let sent = try await sandbox.answer("send", account, "2", "--yes")
        _ = try await sandbox.check("sync")
        let (note, transaction) = (sent["note_id"].text, sent["transaction_id"].text)
        // One account there is, so one digit is enough; of notes and transactions there are two.
        let (short, shortNote) = (String(account.prefix(3)), String(note.prefix(20)))
        #expect(try await sandbox.answer("balance", "--account", short)["account_id"].text == account)
        #expect(try await sandbox.answer("account", "--show", short.uppercasedDigits)["account_id"].text == account)
        #expect(try await sandbox.answer("use", short)["account_id"].text == account)
        let shown = try await sandbox.answer("notes", "--show", shortNote)["notes"].list
        #expect(!shown.isEmpty && shown.allSatisfy { $0["note_id"].text == note })
        let told = try await sandbox.answer("transaction", String(transaction.prefix(20)))
        #expect(told["transaction_id"].text == transaction)
        let late = try await sandbox.run("transaction", transaction, "--wait", "--timeout", "0.000001", "--json")
        #expect(late.status == 124)
        #expect(try late.error()["message"].text.contains("what became of transaction \(transaction)."))
        let file = sandbox.directory.path + "/note.mno"
        #expect(try await sandbox.answer("export", shortNote, "-f", file)["note_id"].text == note)
        let accountFile = sandbox.directory.path + "/a.mac"
        let exported = try await sandbox.answer("export", short, "--account", "-f", accountFile)
        #expect(exported["account_id"].text == account)
        let consumed = try await sandbox.answer("consume", shortNote, "--account", short)
        #expect(consumed["note_ids"].list.map(\.text) == [note])
        // A receiver of the wallet's own may be cut short, and the preview has all of it.
        let preview = try await sandbox.check("transfer", "-t", short, "-a", "1::MIDEN", "--preview")
        #expect(preview.contains(account))
    }

    @Test("of none or of several is refused as what it is")
    func refused() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let lines: [([String], Int32, String)] = [
            (["use", "0xg"], 2, "invalid_account_id"), (["use", "0x"], 2, "invalid_account_id"),
            (["use", Self.other(than: account)], 2, "invalid_account_id"),
            (["send", Self.other(than: account), "1", "--yes"], 2, "invalid_account_id"),
            (["transaction", "0x" + String(repeating: "1", count: 40)], 2, "invalid_transaction_id"),
            (["consume", "0x" + String(repeating: "1", count: 40)], 4, "invalid_note_id"),
        ]
        for (line, status, kind) in lines {
            let refused = try await sandbox.start(line + ["--json"]).outcome()
            #expect(refused.status == status, "\(line): \(refused.errors)")
            #expect(try refused.error()["kind"].text == kind, "\(line)")
        }
        // More accounts than there are digits: two begin alike.
        var accounts = [account]
        while Set(accounts.map { $0.prefix(3) }).count == accounts.count {
            accounts.append(try await sandbox.answer("new-wallet")["account_id"].text)
        }
        let last = try #require(accounts.last)
        let unclear = try await sandbox.run("use", String(last.prefix(3)), "--json")
        #expect(unclear.status == 2)
        let error = try unclear.error()
        #expect(error["kind"].text == "id_unclear" && error["message"].text.contains(last))
        #expect(try await sandbox.answer("info")["default_account_id"].text == account)
    }

    @Test("names a few of many")
    func few() throws {
        let ids = try ["1", "2", "3", "4", "5"].map { try NoteID("0xab" + String(repeating: $0, count: 62)) }
        #expect(try IDPrefix.only("0xAB1", of: ids, code: .noteOperation, things: "notes") == ids[0])
        #expect(try IDPrefix.only("0xac", of: ids, code: .noteOperation, things: "notes") == nil)
        let error = #expect(throws: MidenError.self) {
            try IDPrefix.only("0xab", of: ids + ids, code: .noteOperation, things: "notes")
        }
        let named = ids[..<3].map(\.hex).joined(separator: ", ")
        #expect(
            error?.message
                == "The ids of several notes of this wallet begin with 0xab: \(named) and 2 more. Give more digits."
        )
    }

    /// Digits with which the id does not begin.
    private static func other(than id: String) -> String {
        id.hasPrefix("0x1") ? "0x2" : "0x1"
    }
}

extension String {
    /// The same id with digits in upper case.
    fileprivate var uppercasedDigits: String { "0x" + dropFirst(2).uppercased() }
}
