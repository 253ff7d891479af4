import Foundation
import MidenSwiftClient
import MidenTestSupport

/// Uses a wallet by the library, in this process: calls with short deadlines and cancellations, and wallets that are closed
/// at once and opened again. Meanwhile commands use the same store.
struct LibraryWorker: Sendable {
    let victim: Victim
    let run: Run

    /// Works until a moment.
    func work(until end: SuspendingClock.Instant) async {
        var step = 0
        while SuspendingClock.now < end {
            let plan = Plan(seed: run.seed, worker: victim.number, step: step)
            step += 1
            await run.places.work { await carryOut(plan) }
        }
    }

    /// One to three calls at a time on a wallet that is open for them alone.
    private func carryOut(_ plan: Plan) async {
        var random = plan.random
        let grace = Duration.seconds([0, 30].randomElement(using: &random) ?? 30)
        let count = Int.random(in: 1...3, using: &random)
        let seeds = (0..<count).map { _ in random.next() }
        do {
            let wallet = try await MidenWallet.open(configuration: victim.configuration)
            let calls = Task {
                await withTaskGroup(of: Void.self) { group in
                    for seed in seeds {
                        group.addTask { await call(wallet, SeededGenerator(seed: seed)) }
                    }
                }
            }
            if grace == .zero {
                // The wallet is closed under its calls.
                try? await Task.sleep(for: .milliseconds(Int.random(in: 0..<8000, using: &random)))
                try await wallet.shutdown(gracefully: grace)
                await calls.value
                run.log.count("library", "closed under its calls")
            } else {
                await calls.value
                try await wallet.shutdown(gracefully: grace)
            }
        } catch {
            failed("open or close", error)
        }
    }

    private func call(_ wallet: MidenWallet, _ random: SeededGenerator) async {
        var random = random
        let name = ["sync", "consume", "send", "read", "command"].randomElement(using: &random) ?? "sync"
        let timeout: Duration? =
            Int.random(in: 0..<4, using: &random) == 0
            ? .milliseconds(Int.random(in: 0..<10_000, using: &random)) : nil
        let cancelsAfter: Duration? =
            Int.random(in: 0..<5, using: &random) == 0
            ? .milliseconds(Int.random(in: 0..<10_000, using: &random)) : nil
        let draws = random
        let work = Task { try await perform(name, on: wallet, timeout: timeout, draws) }
        if let cancelsAfter {
            try? await Task.sleep(for: cancelsAfter)
            work.cancel()
        }
        do {
            try await work.value
            run.log.count("library", "\(name): success")
        } catch {
            failed(name, error)
        }
    }

    private func perform(
        _ name: String,
        on wallet: MidenWallet,
        timeout: Duration?,
        _ random: SeededGenerator
    ) async throws {
        var random = random
        let me = victim.account
        switch name {
        case "consume":
            _ = try await wallet.sync(timeout: timeout)
            let consumed = try await wallet.consumeAllNotes(accountId: me, timeout: timeout)
            await run.board.submitted(consumed.transactionIds.map(\.hex), by: victim.name)
        case "send":
            let other = run.accounts.filter { $0 != me.hex }.randomElement(using: &random) ?? me.hex
            let token = Bool.random(using: &random) ? run.chain.nativeFaucet : run.chain.tokenFaucet
            let sent = try await wallet.send(
                from: me,
                to: try AccountID(other),
                faucetId: try AccountID(token),
                amount: Amount(UInt64.random(in: 1...2000, using: &random)),
                noteType: Bool.random(using: &random) ? .public : .private,
                timeout: timeout
            )
            await run.board.submitted([sent.transactionId.hex], by: victim.name)
        case "read":
            _ = try await wallet.getBalance(accountId: me, timeout: timeout)
            _ = try await wallet.getInputNotes(accountId: me, timeout: timeout)
            _ = try await wallet.getTransactions(timeout: timeout)
        case "command":
            try await command(random)
        default:
            _ = try await wallet.sync(timeout: timeout)
        }
    }

    /// Runs a command on the store that this process may have open. What only reads works on a copy then; the rest waits until
    /// the wallet is closed, or its time is over.
    private func command(_ random: SeededGenerator) async throws {
        var random = random
        let reading = [["accounts"], ["balance"]]
        let writing = [["sync"], ["notes"], ["consume", "--all", "--yes"]].map { $0 + ["--timeout", "20"] }
        guard let arguments = (reading + writing).randomElement(using: &random) else { return }
        let outcome = try await CommandRunner(victim: victim, shared: run).run(arguments)
        if reading.contains(arguments), outcome.status != 0 {
            run.log.problem("\(victim.name): \(arguments[0]) failed beside the library: \(outcome.errors)")
        }
    }

    private func failed(_ name: String, _ error: any Error) {
        run.log.note("\(victim.name): \(name): \(error)")
        guard let error = error as? MidenError else {
            run.log.problem("\(victim.name): \(name): an error of another type: \(error)")
            return
        }
        run.log.count("library", "\(name): \(error.kind.rawValue)")
        if error.code == .internal || error.kind.rawValue == "wallet_poisoned" {
            run.log.problem("\(victim.name): \(name): a fault of the library: \(error)")
        }
    }
}
