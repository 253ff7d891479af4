import Foundation
import MidenSwiftClient
import MidenTestSupport

/// Uses a wallet by the command, step by step.
struct CommandWorker: Sendable {
    let victim: Victim
    let run: Run

    private var runner: CommandRunner { CommandRunner(victim: victim, shared: run) }

    /// Works until a moment.
    func work(until end: SuspendingClock.Instant) async {
        var step = 0
        while SuspendingClock.now < end {
            let plan = Plan(seed: run.seed, worker: victim.number, step: step)
            step += 1
            do {
                try await run.places.work { try await carryOut(plan) }
                run.log.count("steps", plan.action.rawValue)
            } catch {
                run.log.problem("\(victim.name): step \(step), \(plan.action): \(error)")
            }
        }
    }

    private func carryOut(_ plan: Plan) async throws {
        var random = plan.random
        let other = run.accounts.filter { $0 != victim.account.hex }.randomElement(using: &random) ?? ""
        let token = Bool.random(using: &random) ? run.chain.nativeFaucet : run.chain.tokenFaucet
        let amount = Int.random(in: 1...2000, using: &random)
        switch plan.action {
        case .sync:
            try await runner.run(["sync"], plan.interruption)
        case .consume:
            try await runner.run(["sync"])
            try await transact(["consume", "--all", "--yes"], plan)
        case .send, .sendPrivate:
            let type = plan.action == .sendPrivate ? ["--private"] : []
            try await transact(["send", other, "\(amount)", "--token", token, "--base-units", "--yes"] + type, plan)
        case .offerSwap, .offerPartialSwap:
            try await offer(token, amount, plan)
        case .fillSwap:
            try await fill(plan, &random)
        case .cancelSwap:
            try await runner.run(["sync"])
            let own = try await Settling(victim: victim, run: run).ownSwaps()
            if let note = own.randomElement(using: &random) {
                try await transact(["cancel-swap", note, "--yes"], plan)
            }
        case .read:
            for command in ["accounts", "balance", "notes", "transactions", "info", "portfolio", "outbox", "swaps"] {
                try await runner.run([command])
            }
        case .restore:
            try await RestoreUnderKill(victim: victim, runner: runner, run: run).carryOut(plan)
        case .damagedCopy:
            try await DamagedCopy(victim: victim, runner: runner, run: run).carryOut(&random)
        case .falseAnswers:
            try await FalseAnswers(victim: victim, runner: runner, run: run).carryOut(&random)
        case .namedNote:
            try await NamedNote(victim: victim, runner: runner, run: run).carryOut(&random)
        }
    }

    /// Makes a transaction with the planned prover.
    @discardableResult
    private func transact(_ arguments: [String], _ plan: Plan) async throws -> Outcome {
        var arguments = arguments
        if let prover = run.prover?.address, plan.prover != .local {
            arguments += ["--prover", prover, "--prover-timeout", "30"]
            arguments += plan.prover == .remoteWithoutFallback ? ["--no-prover-fallback"] : []
        }
        guard case .killedAt(let place) = plan.interruption, place.hasPrefix("settle") else {
            return try await runner.run(arguments, plan.interruption)
        }
        // The sync after a killed transaction finds out what became of it, and is killed in that.
        let outcome = try await runner.run(arguments, .killedAt("after-submit"))
        try await runner.run(["sync"], plan.interruption)
        return outcome
    }

    private func offer(_ token: String, _ amount: Int, _ plan: Plan) async throws {
        let isPartial = plan.action == .offerPartialSwap
        let requested = token == run.chain.nativeFaucet ? run.chain.tokenFaucet : run.chain.nativeFaucet
        let outcome = try await transact(
            (isPartial ? ["pswap", "create"] : ["swap"])
                + ["-o", "\(amount)::\(token)", "-r", "\(amount * 2)::\(requested)", "--yes"],
            plan
        )
        if outcome.status == 0, let note = try? outcome.object()["note_id"].text, !note.isEmpty {
            await run.board.offered(note, by: victim.name, isPartial: isPartial)
        }
    }

    private func fill(_ plan: Plan, _ random: inout SeededGenerator) async throws {
        guard let swap = await run.board.swap(notOf: victim.name) else { return }
        try await runner.run(["sync"])
        let part = swap.isPartial && Bool.random(using: &random) ? ["--amount", "1", "--base-units"] : []
        try await transact(["fill-swap", swap.note, "--yes"] + part, plan)
    }
}
