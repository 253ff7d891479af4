import MidenBenchmarkWorkloads
import MidenSwiftClient

/// Balance reads of one wallet: while it has nothing else to do, during a sync whose node is five seconds late, and while
/// proofs are made.
func reads(calls: Int, in directory: String) async throws -> [String: Double] {
    let idle = try await WorkloadWallet(in: directory, proofs: .real)
    _ = try await timeReads(idle, calls: calls / 10)
    let atRest = try await timeReads(idle, calls: calls)
    let proving = try await timeReadsDuringProofs(idle, calls: calls)
    try await idle.wallet.shutdown()
    try await ProcessorTime.settle()

    let late = try WorkloadWallet(
        reopening: directory,
        MidenWallet.EmbeddedOptions(proofs: .real, syncDelay: .seconds(5)),
        account: idle.account
    )
    let syncing = try await timeReadsDuringSync(late, calls: calls)
    try await late.wallet.shutdown(gracefully: .zero)

    var figures: [String: Double] = [:]
    for (name, samples) in [("idle", atRest), ("sync", syncing), ("proof", proving)] {
        figures[name + " p50"] = samples.quantile(0.5).nanoseconds / 1000
        figures[name + " p99"] = samples.quantile(0.99).nanoseconds / 1000
        figures[name + " max"] = samples.quantile(1).nanoseconds / 1000
    }
    return figures
}
