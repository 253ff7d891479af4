import Foundation
import MidenTestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// Runs commands of `miden-cli` on a wallet, interrupts them as planned, and records how they end.
struct CommandRunner: Sendable {
    /// How long a command may take at most, with all it waits for.
    static let longest = Duration.seconds(420)

    let victim: Victim
    let log: RunLog
    let board: Board

    /// Runs a command.
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
            try await Task.sleep(for: delay ?? Self.longest)
            kill(process, SIGKILL)
        }
        let outcome = await command.outcome()
        killer.cancel()
        let took = begin.duration(to: .now)
        record(outcome, of: arguments, interruption, on: folder == nil ? victim.name : "copy of \(victim.name)", took)
        if outcome.status == 0, folder == nil, let answer = try? outcome.object() {
            let transactions = answer["transaction_ids"].list.map(\.text) + [answer["transaction_id"].text]
            await board.submitted(transactions.filter { !$0.isEmpty }, by: victim.name)
        }
        return outcome
    }

    private func record(
        _ outcome: Outcome,
        of arguments: [String],
        _ interruption: Plan.Interruption,
        on wallet: String,
        _ took: Duration
    ) {
        let kind = (try? outcome.error()["kind"].text) ?? ""
        let said = outcome.errors.split(separator: "\n").map(String.init).joined(separator: " | ")
        let line =
            "\(wallet): \(arguments.joined(separator: " ")) [\(interruption)]: \(outcome.status) \(kind) in \(took)"
        log.note("\(line)\(outcome.status == 0 ? "" : ": \(said)")")
        let wasKilled = outcome.status == 1000 + SIGKILL
        switch interruption {
        case .killedAfter where wasKilled: log.count("kills", "at a random moment")
        case .killedAt(let place) where wasKilled: log.count("kills", "at \(place)")
        case .diskFull where outcome.status != 0:
            log.count(victim.isOnSmallDisk ? "full disk" : "limited files", kind)
        default: break
        }
        log.count("commands", arguments[0])
        log.count("outcomes", wasKilled ? "killed" : outcome.status == 0 ? "success" : kind)
        if wasKilled, interruption == .none || took >= Self.longest {
            log.problem("\(line): it did not end")
        } else if !wasKilled, outcome.status >= 1000 {
            log.problem("\(line): it died of a signal: \(said)")
        } else if outcome.status == 1 || outcome.errors.contains("panicked") || kind == "internal" {
            log.problem("\(line): a fault of the program: \(said)")
        } else if outcome.status == 64 {
            log.problem("\(line): the harness gives a wrong command: \(said)")
        }
    }
}
