import Foundation
import MidenTestSupport
import Testing

/// A process may die at any place, and a node may be gone or late: store, keystore and chain agree afterwards, and no
/// note or asset is missing.
@Suite(
    "Nothing is lost on a real network",
    .serialized,
    .enabled(if: LocalNetwork.directory != nil, LocalNetwork.missing),
    .timeLimit(.minutes(40))
)
struct NothingLostTests {
    /// A wallet with a paid account.
    private func paid(_ amount: Int, _ visibility: String) async throws -> (wallet: CommandWallet, account: String) {
        let network = try LocalNetwork.current()
        let wallet = try CommandWallet(on: network)
        let account = try await wallet.newAccount(visibility)
        try await Payer(on: network).pay(amount, to: account)
        try await wallet.syncUntilConsumable()
        return (wallet, account)
    }

    /// The same after its first transaction, before which a wallet has more to ask the node than to take it.
    private func used(_ amount: Int, _ visibility: String) async throws -> (wallet: CommandWallet, account: String) {
        let (wallet, account) = try await paid(amount, visibility)
        let consumed = try await wallet.answer("consume", "--all", "--yes")
        try await wallet.syncUntilCommitted(consumed["transaction_id"].text)
        return (wallet, account)
    }

    @Test("SIGKILL at the places of a transaction, of a private account that sends and a public one that consumes")
    func killedTransactions() async throws {
        let (sender, _) = try await paid(1000, "private")
        let receiver = try CommandWallet(on: try LocalNetwork.current())

        // The key first: the same seed makes the account after each death, and once.
        let directory = try TemporaryDirectory()
        let seed = try directory.write(Data((0..<32).map { _ in UInt8.random(in: 0...255) }), to: "seed")
        for place in ["before-key", "during-key", "after-key"] {
            try await receiver.killed(at: place, "new-wallet", "--seed-file", seed)
            #expect(try await receiver.answer("accounts")["accounts"].count == 0)
        }
        let made = try await receiver.answer("new-wallet", "--seed-file", seed)
        let account = made["account_id"].text

        try await survive(at: "after-submit", of: sender, "consume", "--all", "--yes")
        #expect(try await sender.balance() == 1000)
        var moved = 0
        for place in Self.places {
            try await survive(at: place, of: sender, "send", account, "1", "--base-units", "--yes")
            moved += 1
            #expect(try await sender.balance() == 1000 - moved, "\(place)")
            try await sender.expectUnlocked()

            try await receiver.syncUntilConsumable()
            try await survive(at: place, of: receiver, "consume", "--all", "--yes")
            #expect(try await receiver.balance() == moved, "\(place)")
            #expect(try await receiver.answer("notes")["total_count"].number == 0, "\(place)")
        }
        try await receiver.expectUnlocked()
    }

    /// Where a transaction may die. A short run has one place of each kind: before the journal is written, before the node has
    /// the transaction, after that, and when the next start settles it. `DeathTests` always has all of them, on the embedded
    /// chain.
    private static let places =
        TestRounds.areAll
        ? [
            "before-journal", "during-journal", "after-journal", "after-submit", "after-apply",
            "settle-before-submit", "settle-after-submit", "settle-after-apply",
        ] : ["during-journal", "after-journal", "after-submit", "settle-after-submit"]

    /// Runs a command that is killed at a place, and another one that finds out what became of its transaction.
    private func survive(at place: String, of wallet: CommandWallet, _ command: String...) async throws {
        let before = try await wallet.balance()
        let first = place.hasPrefix("settle") ? "after-submit" : place
        let killed = try await wallet.start(command, failing: "\(first):kill").outcome()
        try #require(killed.status == 1000 + SIGKILL, "\(command) at \(first): \(killed.errors)")
        var journal = try await wallet.journal()
        if ["before-journal", "during-journal"].contains(place) {
            #expect(journal.isEmpty, "\(place)")
            // Nothing was sent, and nothing is by the next start.
            try await wallet.answer("sync")
            #expect(try await wallet.balance() == before, "\(place)")
            let sent = try await wallet.start(command + ["--json"]).outcome()
            journal = [try sent.object()["transaction_id"].text]
        }
        try #require(journal.count == 1, "\(place)")
        if place.hasPrefix("settle") {
            try await wallet.killed(at: place, "sync")
            #expect(try await wallet.journal() == journal, "\(place)")
        }
        try await wallet.syncUntilCommitted(journal[0])
        #expect(try await wallet.journal().isEmpty, "\(place)")
    }

    /// The node refuses the same transaction again, in words that could also mean that it never landed.
    @Test(
        "A transaction that came into a block while its process was dead is found there",
        arguments: ["private", "public"]
    )
    func landedMeanwhile(visibility: String) async throws {
        let (wallet, _) = try await paid(50, visibility)
        let watcher = try CommandWallet(on: try LocalNetwork.current())
        let other = try await watcher.newAccount("public")
        try await wallet.answer("consume", "--all", "--yes")
        try await wallet.killed(at: "after-submit", "send", other, "20", "--base-units", "--yes")
        // Seen by another one: it is in a block.
        try await watcher.syncUntilConsumable()

        let journal = try await wallet.journal()
        try await wallet.answer("sync")
        #expect(try await wallet.answer("transaction", try #require(journal.first))["state"].text == "committed")
        #expect(try await wallet.balance() == 30)
        try await wallet.expectUnlocked()
        let next = try await wallet.answer("send", other, "30", "--base-units", "--yes")
        try await wallet.syncUntilCommitted(next["transaction_id"].text)
        #expect(try await wallet.balance() == 0)
    }

    /// The state that the second one starts from is known to nobody but this store and the node that has not put it
    /// into a block. With blocks as rare as on a public network (BLOCK_INTERVAL) both are still waiting at the next start.
    @Test(
        "SIGKILL of a transaction that follows one which is in no block yet",
        arguments: ["after-journal", "after-submit", "settle-after-submit"]
    )
    func killedBehindAnother(place: String) async throws {
        let (wallet, _) = try await used(30, "private")
        let receiver = try CommandWallet(on: try LocalNetwork.current())
        let other = try await receiver.newAccount("public")
        let first = try await wallet.answer("send", other, "1", "--base-units", "--yes")
        try await survive(at: place, of: wallet, "send", other, "2", "--base-units", "--yes")
        try await wallet.syncUntilCommitted(first["transaction_id"].text)
        #expect(try await wallet.balance() == 27)
        try await wallet.expectUnlocked()
        try await receiver.syncUntilConsumable(2)
        let next = try await wallet.answer("send", other, "3", "--base-units", "--yes")
        try await wallet.syncUntilCommitted(next["transaction_id"].text)
        #expect(try await wallet.balance() == 24)
    }

    @Test("SIGKILL in the middle of a sync, at each of the node's answers")
    func killedSyncs() async throws {
        let network = try LocalNetwork.current()
        let payer = try await Payer(on: network)
        let wallet = try CommandWallet(on: network)
        let account = try await wallet.newAccount("private")
        try await wallet.killed(at: "before-sync", "sync")
        try await payer.pay(9, to: account)
        let height = try await wallet.answer("info")["sync_height"].number
        var deaths = 0
        for answers in 0..<40 {
            wallet.proxy.become(.silent(after: answers))
            let command = try wallet.start(["sync"])
            guard try await isSilent(wallet, before: command) else {
                #expect(await command.outcome().status == 0)
                break
            }
            command.signal(SIGKILL)
            #expect(await command.outcome().status == 1000 + SIGKILL)
            deaths += 1
            wallet.proxy.become(.fair)
            // All of it or nothing: what comes after the store's transaction is only the names of tokens.
            let isSynced = try await wallet.answer("info")["sync_height"].number != height
            #expect(try await wallet.answer("notes")["total_count"].number == (isSynced ? 1 : 0), "after \(answers)")
            if isSynced {
                break
            }
        }
        #expect(deaths > 3)
        wallet.proxy.become(.fair)
        try await wallet.killed(at: "after-sync", "sync")
        try await wallet.syncUntilConsumable()
        let consumed = try await wallet.answer("consume", "--all", "--yes")
        try await wallet.syncUntilCommitted(consumed["transaction_id"].text)
        #expect(try await wallet.balance() == 9)
        try await wallet.expectUnlocked()
    }

    /// Whether an answer is held back before the command ends.
    private func isSilent(_ wallet: CommandWallet, before command: RunningCommand) async throws -> Bool {
        let (silence, end) = (wallet.proxy.silence(), command.end)
        let isSilent = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in silence {}
                return true
            }
            group.addTask {
                for await _ in end {}
                return false
            }
            let isSilent = await group.next()
            group.cancelAll()
            return isSilent ?? false
        }
        try Task.checkCancellation()
        return isSilent
    }

    @Test("The node is gone in the middle of a sync and of a submission")
    func gone() async throws {
        let (wallet, account) = try await used(40, "private")
        wallet.proxy.become(.silent(after: 0))
        let sync = try wallet.start(["sync", "--json"])
        try await wallet.proxy.waitUntilSilent()
        wallet.proxy.become(.gone)
        let failed = await sync.outcome()
        #expect(try failed.error()["kind"].text == "node_unreachable")
        #expect(try failed.error()["retryable"].bool == true)
        // And it is still gone.
        #expect(try await wallet.error("sync")["kind"].text == "node_unreachable")
        wallet.proxy.become(.fair)
        try await wallet.answer("sync")

        // The node has the transaction, and its answer is lost.
        let send = try await stopped(wallet, at: "after-journal", "send", account, "15", "--base-units", "--yes")
        wallet.proxy.become(.silent(after: 0))
        send.signal(SIGCONT)
        try await wallet.proxy.waitUntilSilent()
        wallet.proxy.become(.gone)
        let unknown = try await send.outcome().error()
        #expect(unknown["kind"].text == "submission_unknown")
        #expect(unknown["message"].text.contains("may or may not have accepted it"))
        let transaction = unknown["transaction_id"].text
        // Nobody can say as long as the node is gone: the entry stays.
        let unsettled = try await wallet.error("sync")
        #expect(unsettled["kind"].text == "node_unreachable")
        #expect(unsettled["retryable"].bool == true)
        #expect(try await wallet.journal() == [transaction])
        wallet.proxy.become(.fair)
        try await wallet.syncUntilCommitted(transaction)
        #expect(try await wallet.balance() == 25)
        // And the note is there, once.
        try await wallet.syncUntilConsumable()
        let consumed = try await wallet.answer("consume", "--all", "--yes")
        try await wallet.syncUntilCommitted(consumed["transaction_id"].text)
        #expect(try await wallet.balance() == 40)
        try await wallet.expectUnlocked()
    }

    @Test("The node answers late: what the time's end says is true, and the next call succeeds")
    func late() async throws {
        let (wallet, account) = try await used(30, "private")
        wallet.proxy.become(.late(3))
        let sync = try await wallet.error("sync", "--timeout", "1")
        #expect(sync["kind"].text == "timed_out")
        #expect(sync["message"].text.contains("nothing was submitted"))
        wallet.proxy.become(.fair)
        try await wallet.answer("sync")

        // The answer to a submission comes later than a wallet waits for one: it says that it does not know.
        let send = try await stopped(wallet, at: "after-journal", "send", account, "10", "--base-units", "--yes")
        wallet.proxy.become(.late(11))
        send.signal(SIGCONT)
        let error = try await send.outcome().error()
        #expect(error["kind"].text == "submission_unknown")
        // Who waits for it waits no longer than said, and the transaction goes on.
        wallet.proxy.become(.silent(after: 0))
        let waited = try await wallet.error("transaction", error["transaction_id"].text, "--wait", "--timeout", "1")
        #expect(waited["kind"].text == "timed_out")
        wallet.proxy.become(.fair)
        let committed = try await wallet.answer("transaction", error["transaction_id"].text, "--wait")
        #expect(committed["state"].text == "committed" && committed["block_number"].number != nil)
        #expect(try await wallet.balance() == 20)
        try await wallet.expectUnlocked()
    }

    /// Starts a command and waits until it has stopped at a place.
    private func stopped(_ wallet: CommandWallet, at place: String, _ command: String...) async throws -> RunningCommand
    {
        let running = try wallet.start(command + ["--json"], failing: "\(place):stop")
        try await running.waitUntilStopped()
        return running
    }

    /// Runs a command for which the disk is full from a place on.
    private func outcome(
        of command: [String],
        by wallet: CommandWallet,
        withFullDiskAt place: String
    ) async throws -> Outcome {
        // A pipe, because the limit counts for every file, and a log before the answer can be longer than it.
        let errors = OutputPipe()
        let running = try wallet.start(
            command + ["--json"],
            failing: "\(place):stop",
            errors: errors.handle,
            // Writing more than a file may hold is to be an error, as a full disk is, and not the end.
            shell: "trap '' XFSZ"
        )
        try await running.waitUntilStopped()
        // Only small files can be written: no entry of the journal, and no page of the store.
        let limiter = Process()
        limiter.executableURL = URL(fileURLWithPath: try #require(Self.limiter))
        limiter.arguments = ["--pid", "\(running.identifier)", "--fsize=4096"]
        try limiter.run()
        limiter.waitUntilExit()
        try #require(limiter.terminationStatus == 0)
        running.signal(SIGCONT)
        return try await errors.outcome(of: running)
    }

    private static let limiter = Program.path(of: "prlimit")

    @Test(
        "The disk is full when the journal or the store is to be written",
        .enabled(if: limiter != nil, "prlimit is not on PATH")
    )
    func fullDisk() async throws {
        let (wallet, _) = try await paid(20, "private")
        let consume = ["consume", "--all", "--yes"]
        let refused = try await outcome(of: consume, by: wallet, withFullDiskAt: "before-journal")
        #expect(refused.status == 12)
        #expect(try refused.error()["kind"].text == "journal_not_written")
        #expect(try refused.error()["message"].text.hasPrefix("The transaction was not submitted"))
        #expect(try await wallet.journal().isEmpty)
        try await wallet.answer("sync")
        #expect(try await wallet.balance() == 0)

        let lost = try await outcome(of: consume, by: wallet, withFullDiskAt: "after-submit")
        #expect(try lost.error()["kind"].text == "not_recorded", "\(lost.errors)")
        #expect(try await wallet.journal().count == 1)
        // Nor does the next start find room. That is no reason to give up what was written down. The node has it already and
        // refuses it then: unless it is in a block by now, the sync goes on and finds no room itself.
        let again = try await outcome(of: ["sync"], by: wallet, withFullDiskAt: "settle-after-submit")
        #expect(["not_recorded", "disk_full", "store"].contains(try again.error()["kind"].text), "\(again.errors)")
        #expect(try await wallet.journal().count == 1)
        try await wallet.syncUntilCommitted(try lost.error()["transaction_id"].text)
        #expect(try await wallet.balance() == 20)
        try await wallet.expectUnlocked()
    }
}
