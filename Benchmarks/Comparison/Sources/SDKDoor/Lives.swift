import MidenBenchmarkWorkloads
import MidenSilentNode
import MidenSwiftClient

// How calls end before their time.

/// Calls that are refused, and the end of the calls that keep the queue full.
func overflow(calls: Int, in directory: String) async throws -> [String: Double] {
    let full = try await FullWallet(in: directory)
    let (took, refused, counted) = try await full.refused(calls: calls)
    let (closing, report, callers) = try await full.close()
    return [
        "nanoseconds": took.nanoseconds / Double(calls),
        "refused": Double(refused),
        "counted": Double(counted),
        "closing milliseconds": closing.milliseconds,
        "closed": Double(report.cancelled),
        "callers": Double(callers),
    ]
}

func cancelWaiting(times: Int, in directory: String) async throws -> [String: Double] {
    let full = try await FullWallet(in: directory, waiting: 0)
    var samples = Samples()
    for _ in 0..<times {
        samples.add(try await full.cancelWaiting())
    }
    _ = try await full.close()
    return latencies(samples)
}

func cancelSyncs(times: Int, in directory: String) async throws -> [String: Double] {
    let node = try SilentNode()
    let wallet = try MidenWallet(
        configuration: MidenWallet.Configuration(
            network: .custom(rpcEndpoint: node.address),
            dataDirectory: directory
        )
    )
    var samples = Samples()
    for _ in 0..<times {
        samples.add(try await cancelSync(wallet))
    }
    try await wallet.shutdown()
    return latencies(samples)
}

func cancelProofs(_ workload: WorkloadWallet, times: Int) async throws -> [String: Double] {
    let note = try await workload.paidNote()
    var samples = Samples()
    for _ in 0..<times {
        samples.add(try await cancelProof(workload, note: note))
        try await ProcessorTime.settle()
    }
    return latencies(samples)
}

func closeWhileProving(times: Int, in directory: String) async throws -> [String: Double] {
    var workload = try await WorkloadWallet(in: directory, proofs: .real)
    let note = try await workload.paidNote()
    var closings = Samples()
    var openings = Samples()
    for _ in 0..<times {
        let (closing, opening, reopened) = try await closeWhileProving(workload, note: note, in: directory)
        closings.add(closing)
        openings.add(opening)
        workload = reopened
        try await ProcessorTime.settle()
    }
    try await workload.wallet.shutdown()
    return latencies(closings).merging(["opening": openings.quantile(1).milliseconds]) { first, _ in first }
}

/// In milliseconds.
func latencies(_ samples: Samples) -> [String: Double] {
    [
        "p50": samples.quantile(0.5).milliseconds,
        "p99": samples.quantile(0.99).milliseconds,
        "max": samples.quantile(1).milliseconds,
        "samples": Double(samples.count),
    ]
}
