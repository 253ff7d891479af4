import MidenBenchmarkWorkloads

/// Pages of a long history: how long the first and the last take, and what going through all of them leaves in memory.
func pages(calls: Int, rounds: Int, in directory: String) async throws -> [String: Double] {
    let history = try await HistoryWorkload(filling: WorkloadWallet(in: directory))
    var figures = ["transactions": Double(history.count)]
    for (name, samples) in [
        ("first", try await history.time(calls, history.readFirstPage)),
        ("last", try await history.time(calls, history.readLastPage)),
    ] {
        for (statistic, fraction) in [("p50", 0.5), ("p99", 0.99), ("max", 1)] {
            figures["\(name) \(statistic)"] = samples.quantile(fraction).milliseconds
        }
    }
    figures.merge(pauses(for: .seconds(5))) { _, new in new }
    // The first time through makes what is kept for all times.
    _ = try await history.readAll()
    let before = ResidentMemory.current ?? 0
    var read = 0
    for _ in 0..<rounds {
        read += try await history.readAll()
    }
    let after = ResidentMemory.current ?? 0
    let count = Double(read) / Double(HistoryWorkload.limit)
    figures["pages"] = count
    figures["growth"] = Double(after - before) / 1024 / count
    return figures
}
