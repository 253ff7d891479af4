import MidenTestSupport

/// Names a stranger's note: shows it, and consumes it by its id. Its code runs then, and must cost that command alone.
struct NamedNote: Sendable {
    let victim: Victim
    let runner: CommandRunner
    let run: Run

    func carryOut(_ random: inout SeededGenerator) async throws {
        let listed = try await runner.run(["notes"])
        guard listed.status == 0 else { return }
        var hostile: [(id: String, note: HostileNote)] = []
        for entry in try listed.object()["notes"].list {
            let id = entry["note_id"].text
            let marks = [id] + entry["fungible_assets"].list.map { $0["faucet_id"].text }
            if let note = await run.board.hostileNotes(in: marks.joined(separator: " ")).first {
                hostile.append((id, note))
            }
        }
        guard let named = hostile.randomElement(using: &random) else {
            run.log.count("named notes", "none was there")
            return
        }
        for arguments in [["notes", "--show", named.id], ["consume", named.id, "--yes"]] {
            let outcome = try await runner.run(arguments)
            let end = outcome.status == 0 ? "success" : (try? outcome.error()["kind"].text) ?? ""
            run.log.count("named notes", "\(named.note): \(arguments[0]): \(end)")
            if outcome.status != 0, !outcome.output.isEmpty {
                run.log.problem("\(victim.name): \(arguments[0]) failed on \(named.note) and wrote to standard output")
            }
            if outcome.status == 0, arguments[0] == "consume" {
                run.log.problem("\(victim.name): \(named.note) \(named.id) never ends and was consumed")
            }
        }
        if let errors = try await runner.syncErrors() {
            run.log.problem("\(victim.name): after \(named.note) the wallet does not sync any more: \(errors)")
        }
        let balance = try await runner.run(["balance"])
        if balance.status != 0 {
            run.log.problem("\(victim.name): after \(named.note) the wallet tells no balance: \(balance.errors)")
        }
    }
}
