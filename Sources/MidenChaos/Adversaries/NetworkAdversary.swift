import MidenTestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// Attacks what the wallets depend on, one attack after the other: the node, the connections to it, the note transport, the
/// remote prover.
struct NetworkAdversary: Sendable {
    /// The attacks.
    enum Attack: String, CaseIterable {
        case nodeDies, nodeStalls, validatorStalls, transportOutage, lateAnswers, missingAnswers, cutConnections
        case truncatedAnswers, hostileProver, hostileNote
    }

    let run: Run
    let victims: [Victim]
    let payer: Payer

    /// Attacks until a moment, and leaves everything as it should be. The first attacks are all there are, in random order.
    func work(until end: SuspendingClock.Instant) async {
        var random = SeededGenerator(seed: run.seed)
        var first = Attack.allCases.shuffled(using: &random)
        while SuspendingClock.now < end {
            let attack = first.popLast() ?? Attack.allCases.randomElement(using: &random) ?? .nodeStalls
            let length = Duration.milliseconds(Int.random(in: 2000..<12000, using: &random))
            let victim = victims.randomElement(using: &random)
            let draw = random.next()
            let pause = Duration.milliseconds(Int.random(in: 500..<4000, using: &random))
            run.log.note("attack: \(attack) for \(length), \(victim?.name ?? "")")
            do {
                if let victim {
                    try await carryOut(attack, for: length, on: victim, draw)
                }
                run.log.count("attacks", attack.rawValue)
            } catch {
                run.log.problem("attack \(attack): \(error)")
            }
            try? await Task.sleep(for: pause)
        }
        run.prover?.become(.fair)
    }

    private func carryOut(_ attack: Attack, for length: Duration, on victim: Victim, _ draw: UInt64) async throws {
        switch attack {
        case .nodeDies: try await killNode(for: length)
        case .nodeStalls: try await stall("node", for: length)
        case .validatorStalls: try await stall("validator", for: length)
        case .transportOutage:
            victims.forEach { $0.transport?.become(draw % 2 == 0 ? .gone : .silent(after: 0)) }
            try await Task.sleep(for: length)
            victims.forEach { $0.transport?.become(.fair) }
        case .lateAnswers: try await weather(.late(Double(draw % 3000) / 1000), victim, length)
        case .missingAnswers: try await weather(.silent(after: Int(draw % 20)), victim, length)
        case .cutConnections: try await weather(.gone, victim, length)
        case .truncatedAnswers: try await weather(.truncating(after: Int(draw % 20000) + 1), victim, length)
        case .hostileProver:
            // It stays so until the next time, because proofs are few.
            let log = run.log
            let weathers: [NodeProxy.Weather] = [
                .forging(seed: draw, oneOf: 1) { log.count("lies", "proofs forged") },
                .forging(seed: draw, oneOf: 3) {},
                .truncating(after: Int(draw % 50000) + 1), .silent(after: Int(draw % 10)), .gone,
            ]
            run.prover?.become(weathers[Int(draw % UInt64(weathers.count))])
        case .hostileNote: try await payer.sendEndlessNote(to: victim.account.hex)
        }
    }

    private func weather(_ weather: NodeProxy.Weather, _ victim: Victim, _ length: Duration) async throws {
        victim.proxy.become(weather)
        try await Task.sleep(for: length)
        victim.proxy.become(.fair)
    }

    private func stall(_ service: String, for length: Duration) async throws {
        try run.chain.signal(service, SIGSTOP)
        try? await Task.sleep(for: length)
        try run.chain.signal(service, SIGCONT)
    }

    /// Kills the node while a transaction is in its mempool, which loses it, leaves it dead for a time and starts it again.
    private func killNode(for length: Duration) async throws {
        await waitForSubmission()
        try run.chain.signal("node", SIGKILL)
        run.log.count("kills", "of the node")
        try await Task.sleep(for: length)
        try await run.chain.startMissingServices()
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
