import Foundation
import MidenTestSupport
import Testing

@Suite("miden-cli transaction", .timeLimit(.minutes(5)))
struct TransactionTests {
    @Test("tells what one did: notes, assets, fee, block and the other accounts")
    func told() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        let payer = try await sandbox.paidAccount("5")
        let payee = try await sandbox.answer("new-wallet")["account_id"].text
        let sent = try await sandbox.answer("send", payee, "1.5", "--account", payer, "--yes")
        let (id, note) = (sent["transaction_id"].text, sent["note_id"].text)
        let pending = try await sandbox.answer("transaction", id)
        #expect(pending["state"].text == "pending" && pending["block_number"].isNull)
        #expect(pending["kind"].text == "send" && pending["created_note_ids"].list.map(\.text) == [note])
        #expect(pending["counterparty_ids"].list.map(\.text) == [payee])
        #expect(pending["assets_out"]["fungible_assets"][0]["formatted"].text == "1.5 MIDEN")
        #expect(pending["fee"]["amount"].text == sent["fee"].text)

        _ = try await sandbox.check("sync")
        let faucet = try await sandbox.faucet()
        let text = try await sandbox.check("transaction", id)
        for line in [
            "account        \(payer)", "kind           send", "out            1.5 MIDEN of \(faucet)",
            "fee            0.0075 MIDEN", "made note      \(note)", "other account  \(payee)",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)\n\(text)")
        }
        #expect(text.contains("\nstate          committed in block "))
        // The same is in the list.
        let row = try #require(try await sandbox.check("tx", "--limit", "1").split(separator: "\n").dropFirst().first)
        #expect(
            row.contains("  \(payer.prefix(8))…\(payer.suffix(4))  \(payee.prefix(8))…\(payee.suffix(4))  \(id)"),
            "\(row)"
        )
        let listed = try await sandbox.answer("tx", "--limit", "1")["transactions"][0]
        #expect(listed.shape == (try await sandbox.answer("transaction", id)).shape)
    }

    @Test("--wait syncs until it is in a block")
    func waits() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let sent = try await sandbox.answer("send", account, "1", "--yes")["transaction_id"].text
        #expect(try await sandbox.answer("transaction", sent)["state"].text == "pending")
        let committed = try await sandbox.answer("transaction", sent, "--wait", "--timeout", "60")
        #expect(committed["state"].text == "committed" && committed["transaction_id"].text == sent)
        let height = try #require(committed["block_number"].number)
        // It is there, and nobody is asked for it.
        let again = try await sandbox.answer("transaction", sent, "--wait")
        #expect(again["block_number"].number == height)
        #expect(try await sandbox.answer("info")["sync_height"].number == height)

        let unknown = try await sandbox.run("transaction", "0x" + String(repeating: "1", count: 64), "--wait", "--json")
        #expect(unknown.status == 5)
        #expect(try unknown.error()["kind"].text == "unknown_transaction")
    }

    @Test("tx --list has all of them, and is no page")
    func list() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        for _ in 0..<2 {
            _ = try await sandbox.check("send", account, "0.1", "--yes")
        }
        let page = try await sandbox.answer("tx", "--limit", "2")
        #expect(page["transactions"].count == 2 && !page["next"].isNull)
        let all = try await sandbox.answer("tx", "--list")
        #expect(all["transactions"].count == 3 && all["next"].isNull)
        #expect(try await sandbox.answer("tx", "-l", "--kind", "send")["transactions"].count == 2)
        #expect(try await sandbox.run("tx", "--list", "--limit", "2").status == 64)
    }
}
