import MidenTestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// Attacks what the wallets depend on, one attack after the other: the node, the connections to it, the note transport, the
/// remote prover. After each attack a wallet gets a hostile note, and the network is left alone for a while: a wallet that
/// hardly ever reaches its node does nothing that could go wrong.
struct NetworkAdversary: Sendable {
    /// The attacks.
    enum Attack: String, CaseIterable {
        case nodeDies, nodeStalls, validatorStalls, transportOutage, lateAnswers, missingAnswers, cutConnections
        case truncatedAnswers, hostileProver
    }

    let run: Run
    let victims: [Victim]
    let payer: Payer

    /// Attacks until a moment, and leaves everything as it should be. The first attacks are all there are, in random order.
    func work(until end: SuspendingClock.Instant) async {
        var random = SeededGenerator(seed: run.seed)
        var first = Attack.allCases.shuffled(using: &random)
        var notes: [HostileNote] = []
        while SuspendingClock.now < end {
            let attack = first.popLast() ?? Attack.allCases.randomElement(using: &random) ?? .nodeStalls
            let length = Duration.milliseconds(Int.random(in: 2000..<8000, using: &random))
            let victim = victims.randomElement(using: &random)
            let draw = random.next()
            let pause = Duration.milliseconds(Int.random(in: 6000..<14000, using: &random))
            notes = notes.isEmpty ? HostileNote.allCases.shuffled(using: &random) : notes
            let note = notes.removeLast()
            let recipient = victims.randomElement(using: &random)
            run.log.note("attack: \(attack) for \(length), \(victim?.name ?? "")")
            do {
                if let victim {
                    try await carryOut(attack, for: length, on: victim, draw)
                }
                run.log.count("attacks", attack.rawValue)
                if let recipient {
                    run.log.note("attack: \(note), \(recipient.name)")
                    let mark = try await payer.send(note, to: recipient.account.hex)
                    await run.board.sent(note, as: mark)
                }
                run.log.count("attacks", note.rawValue)
            } catch {
                run.log.problem("attack \(attack) or \(note): \(error)")
            }
            try? await Task.sleep(for: pause)
        }
        run.prover?.become(.fair)
    }

    private func carryOut(_ attack: Attack, for length: Duration, on victim: Victim, _ draw: UInt64) async throws {
        switch attack {
        case .nodeDies: try await killNode(for: length)
        case .nodeStalls: try await stall("node", attack, length)
        case .validatorStalls: try await stall("validator", attack, length)
        case .transportOutage:
            try await during(attack) {
                victims.forEach { $0.transport?.become(draw % 2 == 0 ? .gone : .silent(after: 0)) }
                try await Task.sleep(for: length)
                victims.forEach { $0.transport?.become(.fair) }
            }
        case .lateAnswers: try await weather(.late(Double(draw % 3000) / 1000), attack, victim, length)
        case .missingAnswers: try await weather(.silent(after: Int(draw % 20)), attack, victim, length)
        case .cutConnections: try await weather(.gone, attack, victim, length)
        case .truncatedAnswers: try await weather(.truncating(after: Int(draw % 20000) + 1), attack, victim, length)
        case .hostileProver:
            // It stays so until the next time, because proofs are few.
            let log = run.log
            let weathers: [NodeProxy.Weather] = [
                .forging(seed: draw, oneOf: 1) { log.count("lies", "proofs forged") },
                .forging(seed: draw, oneOf: 3) {},
                .truncating(after: Int(draw % 50000) + 1), .silent(after: Int(draw % 10)), .gone,
            ]
            _ = run.times.begin(attack, on: nil)
            run.prover?.become(weathers[Int(draw % UInt64(weathers.count))])
        }
    }

    /// Does what an attack does, and records when that was.
    private func during(_ attack: Attack, of victim: Victim? = nil, _ work: () async throws -> Void) async throws {
        let number = run.times.begin(attack, on: victim?.name)
        defer { run.times.end(number) }
        try await work()
    }

    private func weather(
        _ weather: NodeProxy.Weather,
        _ attack: Attack,
        _ victim: Victim,
        _ length: Duration
    ) async throws {
        try await during(attack, of: victim) {
            victim.proxy.become(weather)
            try await Task.sleep(for: length)
            victim.proxy.become(.fair)
        }
    }

    private func stall(_ service: String, _ attack: Attack, _ length: Duration) async throws {
        try await during(attack) {
            try run.chain.signal(service, SIGSTOP)
            try? await Task.sleep(for: length)
            try run.chain.signal(service, SIGCONT)
        }
    }

    /// Kills the node while a transaction is in its mempool, which loses it, leaves it dead for a time and starts it again.
    private func killNode(for length: Duration) async throws {
        await waitForSubmission()
        try await during(.nodeDies) {
            try run.chain.signal("node", SIGKILL)
            run.log.count("kills", "of the node")
            try await Task.sleep(for: length)
            try await run.chain.startMissingServices()
        }
    }

    /// Waits until a wallet reports a transaction, which is in the mempool then.
    private func waitForSubmission() async {
        let before = await run.board.acknowledged.values.map(\.count).reduce(0, +)
        for _ in 0..<300 {
            let now = await run.board.acknowledged.values.map(\.count).reduce(0, +)
            if now > before { return }
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
