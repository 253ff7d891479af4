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
}
