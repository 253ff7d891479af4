import Foundation
import MidenBenchmarkWorkloads
import MidenRequests
import MidenSwiftClient

/// A wallet that answers requests, beside one that is asked for the same payments by its own app, and in a folder with many
/// requests beside one with few.
struct RequestsBenchmark: Sendable {
    /// How many rounds of payments there are. In each of them both of a pair take their turn.
    var payments: Int
    /// The same of what makes no transaction.
    var reads: Int
    /// How many rounds come before those, and are not measured.
    var warmUp: Int
    /// How many decided requests are in the one folder when all is measured, and how many in the other before it.
    var many: Int
    var few: Int

    /// Measures.
    ///
    /// - Parameter directory: An empty folder for the files.
    /// - Returns: The pairs.
    /// - Throws: What prevents it.
    func run(in directory: URL) async throws -> [Pair] {
        let workload = try await WorkloadWallet(in: directory.appendingPathComponent("wallet").path)
        func asked(_ name: String, decided: Int) async throws -> AskedWallet {
            let wallet = try await AskedWallet(workload, folder: directory.appendingPathComponent(name))
            try await wallet.fill(decided)
            return wallet
        }
        // No request was decided in the first one.
        let alone = try await asked("alone", decided: 0)
        let fewAsked = try await asked("few", decided: few)
        // The payments to come are in it as well, and a wallet keeps no more than 10,000.
        let manyAsked = try await asked("many", decided: many - payments - warmUp)

        // What leaves the folders as they are comes first.
        let show = try await compared("show", manyAsked, fewAsked, rounds: reads) { try await $0.show() }
        let start = try await compared("start with resume", manyAsked, fewAsked, rounds: reads) {
            try await $0.start()
        }
        let approve = try await compared("approve", manyAsked, fewAsked, rounds: payments) {
            try await $0.approve()
        }
        var payment = Pair(what: "payment", "approve", against: "send with a reference", goal: .times(1.2))
        try await payment.run(rounds: payments, warmUp: warmUp) {
            try await alone.showAndApprove()
        } compare: {
            try await alone.send()
        }
        return [payment, show, approve, start]
    }

    private func compared(
        _ what: String,
        _ manyAsked: AskedWallet,
        _ fewAsked: AskedWallet,
        rounds: Int,
        of measure: (AskedWallet) async throws -> Duration
    ) async throws -> Pair {
        var pair = Pair(what: what, "\(many) requests", against: "\(few) requests", goal: .times(1.3))
        try await pair.run(rounds: rounds, warmUp: warmUp) {
            try await measure(manyAsked)
        } compare: {
            try await measure(fewAsked)
        }
        return pair
    }
}
