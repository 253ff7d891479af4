import Foundation
import MidenTestSupport

/// A node that serves false blocks, notes and accounts to a copy of the wallet. With a node that tells the truth again the
/// copy has to work.
struct FalseAnswers: Sendable {
    let victim: Victim
    let runner: CommandRunner
    let run: Run

    func carryOut(_ random: inout SeededGenerator) async throws {
        let copy = try WalletCopy(of: victim)
        let seed = random.next()
        let log = run.log
        let weather: NodeProxy.Weather =
            switch Int.random(in: 0..<3, using: &random) {
            case 0: .garbling(seed: seed, oneIn: Int.random(in: 200...5000, using: &random))
            default:
                .forging(seed: seed, oneOf: Int.random(in: 1...4, using: &random)) {
                    log.count("lies", "answers forged")
                }
            }
        victim.proxy.become(weather)
        for command in [["sync"], ["account", victim.account.hex], ["sync"], ["portfolio"]] {
            let outcome = try await runner.run(command, folder: copy.folder)
            run.log.count("lies", outcome.status == 0 ? "command succeeded" : "command refused")
        }
        victim.proxy.become(.fair)
        if let errors = try await runner.syncErrors(folder: copy.folder) {
            run.log.problem("\(victim.name): after false answers a copy does not sync any more: \(errors)")
            return
        }
        let accounts = try await runner.run(["accounts"], folder: copy.folder).object()["accounts"].list
        let status = accounts.first { $0["account_id"].text == victim.account.hex }?["status"].text
        if status != "tracked" {
            run.log.problem("\(victim.name): after false answers the account of a copy is \(status ?? "gone")")
        }
    }
}
