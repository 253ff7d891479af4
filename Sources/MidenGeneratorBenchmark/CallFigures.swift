import Foundation
import MidenBenchmarkWorkloads
import MidenGeneratedContracts
import MidenSwiftClient

/// Calls by methods that are generated, beside the same calls by name.
enum CallFigures {
    /// How many calls are built for one sample.
    private static let built = 1000

    /// Measures, with a ledger on an embedded chain with dummy proofs.
    ///
    /// - Parameters:
    ///   - rounds: How often.
    ///   - directory: An empty folder for the files.
    /// - Returns: The pairs: building a call, `simulate` of it with the building, and a read.
    /// - Throws: `MidenError`; ``Pair/Failure`` with the name of the figure.
    static func measured(_ rounds: Rounds, in directory: URL) async throws -> [Pair] {
        let wallet = try await WorkloadWallet(in: directory.path).wallet
        let ledger = try await Ledger.createAccount(in: wallet)
        let contract = ledger.contract
        let account = ledger.accountID
        let amount: UInt32 = 7
        // So that there is something to read.
        _ = try await wallet.execute(ledger.post(account: account, amount: amount))
        try await wallet.sync()

        var building = Pair(
            what: "building \(built) calls",
            "ledger.post",
            against: "contract.call",
            goal: .times(1.1)
        )
        try await building.run(rounds: rounds.measured, warmUp: rounds.warmUp) {
            try await duration {
                for _ in 0..<built { _ = try ledger.post(account: account, amount: amount) }
            }
        } compare: {
            try await duration {
                for _ in 0..<built { _ = try contract.call("post", account, amount, returning: UInt32.self) }
            }
        }

        var simulating = Pair(
            what: "simulate",
            "simulate(ledger.post)",
            against: "simulate(contract.call)",
            goal: .times(1.05)
        )
        try await simulating.run(rounds: rounds.measured, warmUp: rounds.warmUp) {
            try await duration { _ = try await wallet.simulate(ledger.post(account: account, amount: amount)) }
        } compare: {
            try await duration {
                _ = try await wallet.simulate(contract.call("post", account, amount, returning: UInt32.self))
            }
        }

        var reading = Pair(what: "read", "ledger.balance", against: "simulate(contract.call)", goal: .times(1.05))
        try await reading.run(rounds: rounds.measured, warmUp: rounds.warmUp) {
            try await duration { _ = try await ledger.balance(account: account) }
        } compare: {
            try await duration {
                _ = try await wallet.simulate(contract.call("get_balance", account, returning: Ledger.Balance.self))
            }
        }
        return [building, simulating, reading]
    }
}
