import MidenTestSupport
import Testing

/// Commands as the published client has them.
@Suite("the published client's forms", .timeLimit(.minutes(5)))
struct PublishedFormTests {
    @Test("transfer sends one asset, named by its symbol or its faucet")
    func transfer() async throws {
        let sandbox = try Sandbox()
        let payer = try await sandbox.paidAccount("5")
        let other = try await sandbox.answer("new-wallet")["account_id"].text
        let line = ["transfer", "-s", payer, "-t", other, "-a", "1.5::miden", "-n", "private", "-r", "900", "-i", "2"]
        let shown = try await sandbox.start(line + ["--preview"]).outcome()
        #expect(shown.output.hasPrefix("This would send 1.5 MIDEN to \(other).\n"))
        let refused = try await sandbox.start(line).outcome()
        #expect(refused.status == 2 && refused.errors.contains("has to be confirmed"))

        let sent = try await sandbox.start(line + ["--force", "--json"]).outcome().object()
        #expect(sent["account_id"].text == payer && sent["recipient_id"].text == other)
        #expect(sent["asset"]["formatted"].text == "1.5 MIDEN" && sent["note_type"].text == "private")
        #expect(sent["reclaim_height"].number == 900 && sent["timelock_height"].number == 2)

        let faucet = sent["asset"]["faucet_id"].text
        let units = try await sandbox.answer("transfer", "-s", payer, "-t", other, "-a", "7::\(faucet)", "--force")
        #expect(units["asset"]["amount"].text == "7" && units["note_type"].text == "public")
        let unknown = try await sandbox.run("transfer", "-s", payer, "-t", other, "-a", "1::NONE", "--force", "--json")
        #expect(try unknown.error()["kind"].text == "token_unclear")
    }

    @Test("consume-notes takes the notes that are named, or all, and asks")
    func consumeNotes() async throws {
        let sandbox = try Sandbox(["MIDEN_EMBEDDED_BASE_FEE": "500"])
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        for _ in 0..<3 {
            _ = try await sandbox.check("faucet", "--amount", "2")
        }
        _ = try await sandbox.check("sync")
        let note = try await sandbox.answer("notes")["notes"][0]["note_id"].text
        let preview = try await sandbox.answer("consume-notes", "--preview")
        #expect(preview["note_ids"].count == 3 && preview["transaction_ids"].count == 0)
        #expect(preview["fee"].text != "0" && preview["is_preview"].bool == true)
        #expect(try await sandbox.run("consume-notes", note).status == 2)
        #expect(try await sandbox.answer("notes")["consumable_count"].number == 3)

        let one = try await sandbox.answer("consume-notes", note, "-a", account, "-f")
        #expect(one["note_ids"].count == 1 && one["note_ids"][0].text == note)
        let rest = try await sandbox.answer("consume-notes", "--force")
        #expect(rest["note_ids"].count == 2)
        #expect(try await sandbox.check("consume-notes", "--force").hasPrefix("There are no notes to consume"))
    }

    @Test("account lists, shows and chooses accounts")
    func account() async throws {
        let sandbox = try Sandbox()
        let first = try await sandbox.paidAccount("5")
        let second = try await sandbox.answer("new-wallet")["account_id"].text
        let listed = try await sandbox.check("accounts", "--json")
        #expect(try await sandbox.check("account", "--json") == listed)
        #expect(try await sandbox.check("account", "--list", "--json") == listed)
        #expect(try await sandbox.check("account", "--default", second) == sandbox.check("use", second))
        #expect(try await sandbox.answer("info")["default_account_id"].text == second)
        let shown = try await sandbox.check("account", "--show", first, "--json")
        #expect(try await sandbox.check("account", first, "--json") == shown)
        let register = try await sandbox.run("account", "--register", second, "--invitation-code", "Abc-123", "--json")
        let own = try await sandbox.run("register", "Abc-123", "--account", second, "--json")
        #expect(register.status == own.status && register.errors == own.errors)
    }
}
