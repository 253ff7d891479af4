import Foundation
import MidenTestSupport
import Testing

/// A private account of which the network has a newer state than the wallet.
@Suite("A locked account", .timeLimit(.minutes(5)))
struct LockedTests {
    @Test("is named as that by whatever would work with it, until its newest file is imported")
    func locked() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet", "--private")["account_id"].text
        let (old, new) = (sandbox.directory.path + "/old.mac", sandbox.directory.path + "/new.mac")
        for (amount, file) in [("5", old), ("2", new)] {
            _ = try await sandbox.check("faucet", "--amount", amount)
            _ = try await sandbox.check("sync")
            _ = try await sandbox.check("consume", "--all")
            _ = try await sandbox.check("sync")
            _ = try await sandbox.check("export", account, "-f", file)
        }
        try sandbox.forgetWallet()
        _ = try await sandbox.check("import", old)
        _ = try await sandbox.check("faucet", "--amount", "1")
        _ = try await sandbox.check("sync")
        #expect(try await sandbox.answer("accounts")["accounts"][0]["status"].text == "locked")

        #expect(try await sandbox.answer("sync")["locked_account_ids"].list.map(\.text) == [account])
        let synced = try await sandbox.check("sync")
        #expect(synced.contains("\n\nThis account is locked: \(account)\nAnother copy has made"), "\(synced)")
        #expect(try await sandbox.answer("portfolio")["locked_account_ids"].list.map(\.text) == [account])
        #expect(try await sandbox.check("portfolio").contains("This account is locked: \(account)"))
        let balance = try await sandbox.answer("balance")
        #expect(balance["is_locked"].bool == true && balance["fungible_assets"][0]["formatted"].text == "5 MIDEN")
        let text = try await sandbox.check("balance")
        #expect(
            text.contains("5  MIDEN") && text.contains("\nThis account is locked: ")
                && text.contains("miden-cli import <file>")
        )
        let before = try await sandbox.check("balance", "--json") + sandbox.check("notes", "--json")
        for arguments in [
            // More than it held, too: what is wrong is not the amount.
            ["send", AccountFile.accountID, "6", "--yes"], ["transfer", "-t", account, "-a", "1::MIDEN", "--force"],
            ["consume", "--all"], ["consume-notes", "--force"], ["send", AccountFile.accountID, "1", "--preview"],
            ["burn", "-a", "1::MIDEN", "--yes"],
        ] {
            let refused = try await sandbox.start(arguments + ["--json"]).outcome()
            #expect(refused.status == 3, "\(arguments): \(refused.errors)")
            #expect(try refused.error()["kind"].text == "account_locked", "\(arguments)")
            #expect(try refused.error()["message"].text.contains("Import its newest account file"), "\(arguments)")
        }
        #expect(try await sandbox.check("balance", "--json") + sandbox.check("notes", "--json") == before)

        _ = try await sandbox.check("import", new)
        #expect(try await sandbox.answer("portfolio")["locked_account_ids"].count == 0)
        let unlocked = try await sandbox.answer("balance")
        #expect(unlocked["is_locked"].bool == false && unlocked["fungible_assets"][0]["formatted"].text == "7 MIDEN")
        _ = try await sandbox.check("send", AccountFile.accountID, "6", "--yes")
    }
}
