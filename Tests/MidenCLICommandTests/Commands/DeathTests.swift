import Foundation
import MidenTestSupport
import Testing

/// A process that dies in the middle, on the embedded chain. `NothingLostTests` does the same on a real network.
@Suite("Deaths", .timeLimit(.minutes(5)))
struct DeathTests {
    @Test(
        "SIGKILL at every place of a transaction loses nothing",
        arguments: [[], ["--private"]],
        [
            "before-journal", "during-journal", "after-journal", "after-submit", "after-apply",
            "settle-before-submit", "settle-after-submit", "settle-after-apply",
        ]
    )
    func transactions(visibility: [String], place: String) async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.start(["new-wallet"] + visibility).outcome()
        _ = try await sandbox.check("faucet", "--amount", "2")
        _ = try await sandbox.check("sync")
        let first = place.hasPrefix("settle") ? "after-submit" : place
        try await expectDeath(of: ["consume", "--all"], at: first, in: sandbox)
        if place.hasPrefix("settle") {
            try await expectDeath(of: ["sync"], at: place, in: sandbox)
        }
        let isWrittenDown = first != "before-journal" && first != "during-journal"
        try await settle(in: sandbox, isWrittenDown: isWrittenDown)
        _ = try await sandbox.check("sync")
        if !isWrittenDown {
            #expect(try await sandbox.answer("notes")["consumable_count"].number == 1)
            _ = try await sandbox.check("consume", "--all")
        }
        #expect(try await sandbox.check("balance", "--field", "formatted") == "2 MIDEN\n")
        #expect(try await sandbox.answer("notes")["consumable_count"].number == 0)
        #expect(try await sandbox.answer("accounts")["accounts"][0]["status"].text == "tracked")
        _ = try await sandbox.check("faucet", "--amount", "1")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all")
        #expect(try await sandbox.check("balance", "--field", "formatted") == "3 MIDEN\n")
    }

    @Test(
        "SIGKILL at every place of a payment with a reference, and its retry pays once",
        arguments: [[], ["--private"]],
        [
            "before-journal", "during-journal", "after-journal", "after-submit", "after-apply",
            "settle-before-submit", "settle-after-submit", "settle-after-apply",
        ]
    )
    func references(visibility: [String], place: String) async throws {
        let sandbox = try Sandbox()
        let made = try await sandbox.start(["new-wallet", "--json"] + visibility).outcome().object()
        let account = made["account_id"].text
        _ = try await sandbox.check("faucet", "--amount", "5")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all")
        let payment = ["send", account, "2", "--reference", "order 7", "--yes", "--json"]
        try await expectDeath(of: payment, at: place.hasPrefix("settle") ? "after-submit" : place, in: sandbox)
        if place.hasPrefix("settle") {
            try await expectDeath(of: payment, at: place, in: sandbox)
        }
        let retried = try await sandbox.start(payment).outcome()
        #expect(retried.status == 0)
        let paid = try retried.object()["transaction_id"].text
        // It warns of the entry if the retry found its outcome in the store.
        #expect(try await sandbox.start(["sync"]).outcome().status == 0)
        #expect(try await sandbox.start(payment).outcome().object()["transaction_id"].text == paid)
        #expect(try await sandbox.check("balance", "--field", "formatted") == "3 MIDEN\n")
        let history = try await sandbox.answer("transactions", "--reference", "order 7")["transactions"].list
        #expect(history.map { $0["transaction_id"].text } == [paid])
        #expect(try await sandbox.answer("accounts")["accounts"][0]["status"].text == "tracked")
    }

    @Test("SIGKILL in the middle of a sync loses nothing", arguments: ["before-sync", "during-sync", "after-sync"])
    func syncs(place: String) async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet", "--private")
        _ = try await sandbox.check("faucet", "--amount", "2")
        try await expectDeath(of: ["sync"], at: place, in: sandbox)
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all")
        #expect(try await sandbox.check("balance", "--field", "formatted") == "2 MIDEN\n")
    }

    @Test(
        "SIGKILL while a key is written leaves an account that can be made",
        arguments: ["before-key", "during-key", "after-key"]
    )
    func keys(place: String) async throws {
        let sandbox = try Sandbox()
        let file = try sandbox.directory.write(Data(repeating: 7, count: 32), to: "seed")
        try await expectDeath(of: ["new-wallet", "--seed-file", file], at: place, in: sandbox)
        #expect(try await sandbox.answer("accounts")["accounts"].count == 0)
        // Half a key's file has no name yet, and is gone with the next start.
        let left = try FileManager.default.subpathsOfDirectory(atPath: sandbox.directory.path)
        #expect(left.filter { $0.contains(".key.") }.isEmpty, "\(left)")
        _ = try await sandbox.check("new-wallet", "--seed-file", file)
        _ = try await sandbox.check("faucet", "--amount", "2")
        _ = try await sandbox.check("sync")
        _ = try await sandbox.check("consume", "--all")
        #expect(try await sandbox.check("balance", "--field", "formatted") == "2 MIDEN\n")
    }

    #if os(Linux)
        @Test("An account whose time passes while it is written is written to the end, and that is said")
        func lateAccount() async throws {
            let sandbox = try Sandbox()
            let making = try failing("after-key:stop", sandbox).start(["new-wallet", "--timeout", "1", "--json"])
            try await making.waitUntilStopped()
            // The time that the command was given has to pass.
            try await Task.sleep(for: .seconds(1.5))
            making.signal(SIGCONT)
            let outcome = await making.outcome()
            #expect(outcome.status == 124)
            #expect(try outcome.error()["kind"].text == "timed_out_while_writing")
            let accounts = try await sandbox.answer("accounts")["accounts"]
            #expect(accounts.count == 1 && accounts[0]["is_default"].bool == true)
            let keys = try await sandbox.answer("keys")["keys"]
            #expect(keys.count == 1 && keys[0]["account_ids"][0].text == accounts[0]["account_id"].text)
        }
    #endif

    @Test("A panic past the submission is said, and the next process settles what is left")
    func panic() async throws {
        let sandbox = try Sandbox()
        _ = try await sandbox.check("new-wallet", "--private")
        _ = try await sandbox.check("faucet", "--amount", "2")
        _ = try await sandbox.check("sync")
        let outcome = try await failing("after-submit:panic", sandbox).start(["consume", "--all", "--json"]).outcome()
        #expect(outcome.status == 1)
        // With the transaction: whoever took this for a failure and tried again would do it twice.
        #expect(try outcome.error()["kind"].text == "wallet_poisoned")
        let transaction = try outcome.error()["transaction_id"].text
        try await settle(in: sandbox, isWrittenDown: true)
        #expect(try await sandbox.answer("transaction", transaction)["transaction_id"].text == transaction)
        #expect(try await sandbox.check("balance", "--field", "formatted") == "2 MIDEN\n")
    }

    @Test("A place that there is not is named")
    func nowhere() async throws {
        let outcome = try await failing("nowhere:kill", Sandbox()).start(["info", "--json"]).outcome()
        #expect(outcome.status == 15)
        #expect(try outcome.error()["message"].text.hasPrefix("MIDEN_FAIL_POINT is “nowhere:kill”, which is no place"))
    }

    /// The first sync after a death, which says so where there is a transaction to be settled.
    private func settle(
        in sandbox: Sandbox,
        isWrittenDown: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await sandbox.run("sync")
        let warning = "a transaction of an earlier run is to be settled"
        #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
        #expect(outcome.errors.contains(warning) == isWrittenDown, "\(outcome.errors)", sourceLocation: sourceLocation)
    }

    private func expectDeath(
        of command: [String],
        at place: String,
        in sandbox: Sandbox,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await failing("\(place):kill", sandbox).start(command).outcome()
        try #require(
            outcome.status == 1000 + SIGKILL,
            "\(command) at \(place): \(outcome.errors)",
            sourceLocation: sourceLocation
        )
    }

    /// The same wallets, in an environment that lets a command fail.
    private func failing(_ place: String, _ sandbox: Sandbox) throws -> Sandbox {
        try Sandbox(["MIDEN_FAIL_POINT": place, "MIDEN_DATA_DIR": sandbox.directory.path + "/wallets"])
    }
}
