import Foundation
import MidenTestSupport
import Testing

extension NothingLostTests {
    @Test("SIGKILL at random moments of payments with references: each is repeated until it succeeds, and made once")
    func randomMoments() async throws {
        let network = try LocalNetwork.current()
        let receiver = try CommandWallet(on: network)
        let recipient = try await receiver.newAccount("public")
        // How many payments each of the three accounts makes.
        let count = TestRounds.areAll ? 10 : 3
        // Each payment has an amount of its own, by which its note is told from the others on the chain.
        var all: [ReferencedPayments] = []
        for (visibility, first) in [("private", 1), ("public", 11), ("private", 21)] {
            let amounts = first...(first + count - 1)
            let wallet = try CommandWallet(on: network)
            let account = try await wallet.newAccount(visibility)
            all.append(ReferencedPayments(wallet: wallet, account: account, recipient: recipient, amounts: amounts))
        }
        let funding = all.map { "\($0.account)=\(ReferencedPayments.funds)" }
        let payer = try await Payer(on: network).wallet
        let funded = try await payer.answer(to: ["send"] + funding + ["--token", "MIDEN", "--base-units", "--yes"])
        try await payer.syncUntilCommitted(funded["transaction_id"].text)

        // Side by side, which also makes the moments differ more.
        let kills = try await withThrowingTaskGroup(of: Int.self) { group in
            for payments in all {
                group.addTask { try await payments.makeAndCheck() }
            }
            return try await group.reduce(0, +)
        }
        #expect(kills >= 2 * count)
        try await receiver.syncUntilConsumable(3 * count)
        let notes = try await receiver.answer("notes")["notes"].list
        let amounts = notes.map { Int($0["fungible_assets"][0]["amount"].text) ?? 0 }
        #expect(amounts.sorted() == all.flatMap { Array($0.amounts) })
    }
}

/// Payments of one account, one after the other, each with a reference.
private struct ReferencedPayments: Sendable {
    /// What the account is paid before.
    static let funds = 1000
    /// How often a payment is tried at most.
    private static let mostAttempts = 40

    let wallet: CommandWallet
    let account: String
    let recipient: String
    let amounts: ClosedRange<Int>

    /// Makes the payments while commands are killed, and compares the wallet with the chain.
    ///
    /// - Returns: How many commands were killed.
    /// - Throws: If a payment never succeeds.
    func makeAndCheck() async throws -> Int {
        try await wallet.syncUntilConsumable()
        let begin = ContinuousClock.now
        try await wallet.answer("consume", "--all", "--yes")
        var usual = ContinuousClock.now - begin

        var random = SeededGenerator(seed: UInt64(amounts.lowerBound))
        var kills = 0
        var transactions: [String] = []
        for amount in amounts {
            let made = try await pay(amount, usualTime: &usual, using: &random)
            transactions.append(made.transaction)
            kills += made.kills
        }
        for transaction in transactions {
            try await wallet.syncUntilCommitted(transaction)
        }
        let listed = try await wallet.answer("transactions", "--list")["transactions"].list
        for (amount, transaction) in zip(amounts, transactions) {
            let made = listed.filter { $0["reference"].text == reference(of: amount) }
                .filter { $0["state"].text == "committed" }
            #expect(made.map { $0["transaction_id"].text } == [transaction], "\(reference(of: amount))")
        }
        #expect(try await wallet.balance() == Self.funds - amounts.reduce(0, +))
        try await wallet.expectUnlocked()
        #expect(try await wallet.journal().isEmpty)
        return kills
    }

    /// Repeats a payment until a command succeeds. Each command is killed at a random moment, if it lives that long.
    ///
    /// - Parameters:
    ///   - amount: The amount.
    ///   - usualTime: How long a command takes. If one ends sooner and undisturbed, it is how long that one took: other tests
    ///     on the machine have ended.
    ///   - random: What the moments are taken from.
    /// - Returns: The transaction, and how many commands were killed.
    /// - Throws: If the payment never succeeds.
    private func pay(
        _ amount: Int,
        usualTime: inout Duration,
        using random: inout SeededGenerator
    ) async throws -> (transaction: String, kills: Int) {
        let options = ["--base-units", "--reference", reference(of: amount), "--yes", "--json"]
        var kills = 0
        var errors = ""
        for _ in 0..<Self.mostAttempts {
            let begin = ContinuousClock.now
            let command = try wallet.start(["send", recipient, "\(amount)"] + options)
            let process = command.identifier
            // The first command hardly ever ends before, so that there are enough deaths.
            let latest = kills == 0 ? usualTime : usualTime * 2
            let moment = latest * Double.random(in: 0..<1, using: &random)
            let killer = Task {
                try await Task.sleep(for: moment)
                kill(process, SIGKILL)
            }
            let outcome = await command.outcome()
            killer.cancel()
            switch outcome.status {
            case 0:
                if kills == 0 { usualTime = min(usualTime, ContinuousClock.now - begin) }
                return (try outcome.object()["transaction_id"].text, kills)
            case 1000 + SIGKILL:
                kills += 1
            default:
                // The node refuses a second copy as long as the first one waits for its block, and a sync finds it there.
                errors = outcome.errors
                try await pauseForBlock()
                try await wallet.answer("sync")
            }
        }
        throw Abandoned(reason: "\(reference(of: amount)) did not succeed: \(kills) kills, \(errors)")
    }

    private func reference(of amount: Int) -> String { "payment of \(amount)" }
}
