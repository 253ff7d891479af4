import Foundation
import MidenSwiftClient
import MidenTestSupport

/// Restores the account from its mnemonic in a new folder, interrupted as planned, and then once more.
struct RestoreUnderKill: Sendable {
    let victim: Victim
    let runner: CommandRunner
    let run: Run

    func carryOut(_ plan: Plan) async throws {
        let folder = "\(victim.scratch)/restored"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let restore = [
            "restore", "--mnemonic-file", victim.mnemonicFile, "--scheme", victim.schemeName, "--derivation", "v1",
            "--gap-limit", "1",
        ]
        try await runner.run(restore, plan.interruption, folder: folder)
        // The node may be away meanwhile.
        let outcome = try await runner.run(restore, folder: folder)
        guard outcome.status == 0 else {
            run.log.count("restore", "failed, the node was under attack")
            return
        }
        let found = try outcome.object()["accounts"].list.filter { $0["account_id"].text == victim.account.hex }
        guard let outcome = found.first?["outcome"].text else {
            run.log.problem("\(victim.name): restore does not find the account of its mnemonic")
            return
        }
        run.log.count("restore", outcome)
    }
}
