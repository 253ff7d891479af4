import Foundation
import MidenTestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// Runs commands of `miden-cli` on a wallet, interrupts them as planned, and records how they end.
struct CommandRunner: Sendable {
    /// What a command is counted as under `full disk` if the disk was full for it.
    static let hit = "hit"

    /// How long a command may take, with all it waits for.
    private static let longest = Duration.seconds(60)
    /// After this time it is killed, because it does not end.
    private static let timeout = Duration.seconds(420)
    /// How a command ends if it cannot write.
    private static let diskErrors: Set = [
        "disk_full", "store_unusable", "store_read_only", "store", "journal_not_written", "history", "not_recorded",
        "key",
    ]

    let victim: Victim
    let shared: Run

    /// Runs a command. On a full disk it is repeated with less room, as long as all it writes finds room or it does not come
    /// as far as that.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments, without `--json`.
    ///   - interruption: What happens to it meanwhile.
    ///   - folder: The folder of a copy of the wallet; nil means the wallet.
    /// - Returns: How it ended.
    /// - Throws: If it cannot be started.
    @discardableResult
    func run(
        _ arguments: [String],
        _ interruption: Plan.Interruption = .none,
        folder: String? = nil
    ) async throws -> Outcome {
        guard case .diskFull(let blocks) = interruption else {
            return try await once(arguments, interruption, folder: folder)
        }
        // Where files are limited, what the command says of it goes to a file, too.
        let least = victim.isOnSmallDisk && folder == nil ? 0 : 8
        var outcome = try await once(arguments, interruption, folder: folder)
        for room in [max(blocks / 8, least), least] where !Self.isDiskError(outcome) {
            outcome = try await once(arguments, .diskFull(blocks: room), folder: folder)
        }
        shared.log.count("full disk", Self.isDiskError(outcome) ? Self.hit : "not hit")
        return outcome
    }

    private static func isDiskError(_ outcome: Outcome) -> Bool {
        outcome.status != 0 && diskErrors.contains((try? outcome.error()["kind"].text) ?? "")
    }

    private func once(
        _ arguments: [String],
        _ interruption: Plan.Interruption,
        folder: String?
    ) async throws -> Outcome {
        var environment = victim.environment(folder: folder)
        var shell: String?
        var delay: Duration?
        var filler: DiskFiller?
        switch interruption {
        case .none: break
        case .killedAfter(let time): delay = time
        case .killedAt(let place): environment["MIDEN_FAIL_POINT"] = "\(place):kill"
        case .diskFull(let blocks) where victim.isOnSmallDisk && folder == nil:
            filler = try DiskFiller(folder: victim.folder, room: blocks * 512)
        // To write more than a file may hold is an error then, as on a full disk, and not the end.
        case .diskFull(let blocks): shell = "trap '' XFSZ; ulimit -f \(blocks)"
        }
        defer { filler?.remove() }
        let begin = SuspendingClock.now
        let command = try RunningCommand(arguments + ["--json"], environment: environment, shell: shell)
        let process = command.identifier
        let killer = Task {
            try await Task.sleep(for: delay ?? Self.timeout)
            kill(process, SIGKILL)
        }
        let outcome = await command.outcome()
        killer.cancel()
        let took = begin.duration(to: .now)
        record(outcome, of: arguments, interruption, isCopy: folder != nil, took)
        if folder == nil {
            await recordAttacks(on: outcome, of: arguments, since: begin)
        }
        if outcome.status == 0, folder == nil, let answer = try? outcome.object() {
            let transactions = answer["transaction_ids"].list.map(\.text) + [answer["transaction_id"].text]
            await shared.board.submitted(transactions.filter { !$0.isEmpty }, by: victim.name)
        }
        return outcome
    }

    /// Syncs until it succeeds, because attacks on the network go on.
    ///
    /// - Parameter folder: The folder of a copy of the wallet; nil means the wallet.
    /// - Returns: What the last attempt said; nil if it succeeded.
    /// - Throws: If it cannot be started.
    func syncErrors(folder: String? = nil) async throws -> String? {
        var errors: String?
        for attempt in 1...10 {
            let outcome = try await run(["sync"], folder: folder)
            if outcome.status == 0 { return nil }
            errors = outcome.errors
            if attempt < 10 {
                try await Task.sleep(for: .seconds(3))
            }
        }
        return errors
    }

    /// Counts how a command ended under each attack that it met.
    private func recordAttacks(
        on outcome: Outcome,
        of arguments: [String],
        since begin: SuspendingClock.Instant
    ) async {
        let end = Self.end(of: outcome)
        let usesProver = arguments.contains("--prover")
        for attack in shared.times.attacks(since: begin, on: victim.name) where attack != .hostileProver || usesProver {
            shared.log.count("during \(attack)", end)
        }
        for note in await shared.board.hostileNotes(in: outcome.output) {
            shared.log.count("with \(note)", end)
        }
    }

    /// How a command ended, in a word.
    private static func end(of outcome: Outcome) -> String {
        switch outcome.status {
        case 0: "success"
        case 1000 + SIGKILL: "killed"
        default: (try? outcome.error()["kind"].text) ?? ""
        }
    }

    private func record(
        _ outcome: Outcome,
        of arguments: [String],
        _ interruption: Plan.Interruption,
        isCopy: Bool,
        _ took: Duration
    ) {
        let log = shared.log
        let wallet = isCopy ? "copy of \(victim.name)" : victim.name
        let kind = (try? outcome.error()["kind"].text) ?? ""
        let said = outcome.errors.split(separator: "\n").map(String.init).joined(separator: " | ")
        let line =
            "\(wallet): \(arguments.joined(separator: " ")) [\(interruption)]: \(outcome.status) \(kind) in \(took)"
        log.note("\(line)\(outcome.status == 0 ? "" : ": \(said)")")
        let wasKilled = outcome.status == 1000 + SIGKILL
        switch interruption {
        case .killedAfter where wasKilled: log.count("kills", "at a random moment")
        case .killedAt(let place) where wasKilled: log.count("kills", "at \(place)")
        case .diskFull:
            let place = victim.isOnSmallDisk && !isCopy ? "on the full disk" : "with limited files"
            log.count(place, Self.end(of: outcome))
        default: break
        }
        log.count("commands", arguments[0])
        log.count(isCopy ? "outcomes on copies" : "outcomes", Self.end(of: outcome))
        // A library call that is cancelled kills the command that it runs.
        if wasKilled, (interruption == .none && !Task.isCancelled) || took >= Self.timeout {
            log.problem("\(line): it did not end")
        } else if !wasKilled, outcome.status >= 1000 {
            log.problem("\(line): it died of a signal: \(said)")
        } else if outcome.status == 1 || outcome.errors.contains("panicked") || kind == "internal" {
            log.problem("\(line): a fault of the program: \(said)")
        } else if took > Self.longest {
            log.problem("\(line): it took longer than \(Self.longest)")
        } else if outcome.status == 0, interruption == .none, (try? outcome.object()) == nil {
            log.problem("\(line): its output is not one JSON object: \(outcome.output.prefix(200))")
        } else if outcome.status == 64 {
            log.problem("\(line): the harness gives a wrong command: \(said)")
        }
    }
}
