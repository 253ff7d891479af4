import Foundation
import MidenSwiftClient
import MidenTestSupport

/// Wallets with accounts of several kinds on a local network, under attack for a time. At the end every token's total and
/// every account's state are compared with the chain.
struct Chaos: Sendable {
    let seed: UInt64
    let length: Duration
    let chain: LocalChain
    /// An empty folder.
    let directory: String
    /// A disk of a few megabytes, if there is one.
    let smallDisk: String?

    /// What each account gets of the token of fees, and of the other token.
    private static let native: UInt64 = 20_000_000
    private static let token: UInt64 = 1_000_000
    /// How long it may take until all wallets have settled after the attack.
    private static let longestSettling = Duration.seconds(600)

    /// Runs it.
    ///
    /// - Returns: What must not have happened, and did.
    /// - Throws: If it cannot begin.
    func run() async throws -> [String] {
        let log = try RunLog(path: directory + "/run.log")
        log.announce("seed \(seed), \(length), log \(directory)/run.log")
        let kinds: [(String, SignatureScheme, AccountVisibility)] = [
            ("public", .ecdsaK256Keccak, .public), ("private", .ecdsaK256Keccak, .private),
            ("falcon", .falcon512Poseidon2, .public), ("library", .ecdsaK256Keccak, .public),
        ]
        var victims: [Victim] = []
        for (number, kind) in kinds.enumerated() {
            victims.append(
                try await Victim(
                    kind.0,
                    number: number,
                    scheme: kind.1,
                    visibility: kind.2,
                    on: chain,
                    in: directory,
                    disk: kind.0 == "private" ? smallDisk : nil
                )
            )
        }
        let run = Run(
            seed: seed,
            chain: chain,
            log: log,
            prover: try chain.proverPort.map { try NodeProxy(node: $0) },
            accounts: victims.map(\.account.hex)
        )
        let payer = try await Payer(on: chain, in: directory, log: log)
        try await payer.pay(run.accounts, native: Self.native, token: Self.token)
        try await payer.makeCallbackFaucet()
        let paid = [chain.nativeFaucet: Self.native, chain.tokenFaucet: Self.token]
        await Settling.settle(victims, run, within: Self.longestSettling)
        guard log.problems.isEmpty else { return log.problems }
        log.announce("\(victims.count) accounts are paid: the attack begins")

        await attack(victims, payer, run)
        log.announce("the attack is over: the wallets settle")
        await Settling.settle(victims, run, within: Self.longestSettling)
        let check = FinalCheck(
            victims: victims,
            run: run,
            issued: paid.mapValues { $0 * UInt64(victims.count) },
            directory: directory + "/observers"
        )
        try await check.compare()
        let logs = (try? FileManager.default.contentsOfDirectory(atPath: chain.folder + "/logs")) ?? []
        SecretsInLogs(victims: victims, run: run)
            .look(into: [directory + "/run.log"] + logs.map { "\(chain.folder)/logs/\($0)" })
        if log.number("full disk", "not hit") > 0, log.number("full disk", CommandRunner.hit) == 0 {
            log.problem("no command met a full disk")
        }
        log.announce(log.figures)
        victims.forEach { $0.proxy.close() }
        return log.problems
    }

    private func attack(_ victims: [Victim], _ payer: Payer, _ run: Run) async {
        let end = SuspendingClock.now + length
        let adversary = NetworkAdversary(
            run: run,
            victims: victims,
            payer: payer
        )
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await adversary.work(until: end) }
            for victim in victims {
                group.addTask {
                    if victim.name == "library" {
                        await LibraryWorker(victim: victim, run: run).work(until: end)
                    } else {
                        await CommandWorker(victim: victim, run: run).work(until: end)
                    }
                }
            }
        }
    }
}
