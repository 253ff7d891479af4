import Foundation
import Testing

@Suite("--reference", .timeLimit(.minutes(5)))
struct ReferenceTests {
    @Test("sends once, also where the account could not pay a second time, and refuses another request")
    func send() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let arguments = ["send", account, "4", "--reference", "order 7", "--yes", "--json"]
        let first = try await sandbox.start(arguments).outcome().object()
        let again = try await sandbox.start(arguments).outcome()
        #expect(again.status == 0)
        let second = try again.object()
        #expect(second["transaction_id"].text == first["transaction_id"].text)
        #expect(second["note_id"].text == first["note_id"].text)

        let other = try await sandbox.run("send", account, "1", "--reference", "order 7", "--yes", "--json")
        #expect(other.status != 0 && other.output.isEmpty)
        #expect(try other.error()["kind"].text == "reference_used")

        let history = try await sandbox.answer("transactions", "--reference", "order 7")
        #expect(history["transactions"].list.count == 1)
        #expect(history["transactions"].list.first?["reference"].text == "order 7")
        let transaction = try await sandbox.answer("transaction", first["transaction_id"].text)
        #expect(transaction["reference"].text == "order 7")
    }

    @Test("sends once if the payment has emptied the account, with and without the token's name")
    func sendAll() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let arguments = ["send", account, "5", "--reference", "order 8", "--yes", "--json"]
        let first = try await sandbox.start(arguments).outcome().object()
        for token in [[], ["--token", "MIDEN"]] {
            let again = try await sandbox.start(arguments + token).outcome()
            #expect(again.status == 0)
            #expect(try again.object()["transaction_id"].text == first["transaction_id"].text)
        }
        let other = try await sandbox.run("send", account, "5", "--reference", "order 9", "--yes", "--json")
        #expect(try other.error()["kind"].text == "insufficient_balance")
    }

    @Test("refuses a payment that the account cannot make")
    func insufficient() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        let refused = try await sandbox.run("send", account, "6", "--reference", "order 7", "--yes", "--json")
        #expect(refused.status == 6)
        #expect(try refused.error()["kind"].text == "insufficient_balance")
    }

    @Test("consumes all once, and tells again what was consumed")
    func consume() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        _ = try await sandbox.check("faucet", "--amount", "5")
        _ = try await sandbox.check("sync")
        let arguments = ["consume", "--all", "--account", account, "--reference", "income", "--json"]
        let first = try await sandbox.start(arguments).outcome().object()
        let again = try await sandbox.start(arguments).outcome()
        #expect(again.status == 0)
        #expect(try again.object()["transaction_id"].text == first["transaction_id"].text)
    }

    @Test("says of a repetition that it is one, and asks nobody, after a crash before anything was recorded too")
    func crash() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.paidAccount("5")
        // All it has: it could not pay twice.
        let payment = ["send", account, "5", "--reference", "all"]
        let failing = try Sandbox([
            "MIDEN_FAIL_POINT": "after-submit:kill", "MIDEN_DATA_DIR": sandbox.directory.path + "/wallets",
        ])
        #expect(try await failing.start(payment + ["--yes", "--json"]).outcome().status == 1000 + SIGKILL)
        let retried = try await sandbox.start(payment + ["--yes", "--json"]).outcome()
        #expect(retried.status == 0, "\(retried.errors)")
        let paid = try retried.object()
        #expect(paid["is_repetition"].bool == true)
        // Without a terminal it would be refused if it asked.
        let again = try await sandbox.start(payment + ["--json"]).outcome()
        #expect(again.status == 0, "\(again.errors)")
        #expect(try again.object()["transaction_id"].text == paid["transaction_id"].text)
        let preview = try await sandbox.start(payment + ["--preview"]).outcome()
        #expect(preview.status == 0 && preview.output.contains("This was done before with the same reference."))
        let transfer = [
            "transfer", "--target", account, "--asset", "5::MIDEN", "--note-type", "public", "--reference", "all",
        ]
        let transferred = try await sandbox.start(transfer + ["--json"]).outcome()
        #expect(try transferred.object()["transaction_id"].text == paid["transaction_id"].text)
    }

    @Test("tells of a consumed note again unasked, after a crash and a sync")
    func consumeOne() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        _ = try await sandbox.check("faucet", "--amount", "5")
        _ = try await sandbox.check("sync")
        let note = try await sandbox.answer("notes")["notes"][0]["note_id"].text
        let arguments = ["consume", note, "--account", account, "--reference", "income", "--json"]
        let failing = try Sandbox([
            "MIDEN_FAIL_POINT": "after-submit:kill", "MIDEN_DATA_DIR": sandbox.directory.path + "/wallets",
        ])
        #expect(try await failing.start(arguments).outcome().status == 1000 + SIGKILL)
        let first = try await sandbox.start(arguments).outcome()
        #expect(first.status == 0, "\(first.errors)")
        _ = try await sandbox.check("sync")
        let again = try await sandbox.start(arguments).outcome()
        #expect(again.status == 0, "\(again.errors)")
        let (one, two) = (try first.object(), try again.object())
        #expect(one["transaction_id"].text == two["transaction_id"].text)
        #expect(two["is_repetition"].bool == true && two["fungible_assets"][0]["formatted"].text == "5 MIDEN")
    }

    @Test("tells what was consumed also if other transactions have followed")
    func consumeAmounts() async throws {
        let sandbox = try Sandbox()
        let account = try await sandbox.answer("new-wallet")["account_id"].text
        _ = try await sandbox.check("faucet", "--amount", "5")
        _ = try await sandbox.check("sync")
        let arguments = ["consume", "--all", "--account", account, "--reference", "income", "--json"]
        let first = try await sandbox.start(arguments).outcome().object()
        #expect(first["is_repetition"].bool == false)
        let other = try await sandbox.answer("new-wallet")["account_id"].text
        for _ in 1...2 {
            _ = try await sandbox.check("send", other, "1", "--account", account, "--yes")
        }
        let preview = try await sandbox.start(arguments + ["--preview"]).outcome().object()
        let again = try await sandbox.start(arguments).outcome().object()
        for repeated in [preview, again] {
            #expect(repeated["transaction_id"].text == first["transaction_id"].text)
            #expect(repeated["is_repetition"].bool == true)
            #expect(repeated["fungible_assets"][0]["formatted"].text == "5 MIDEN")
        }
    }
}
