import Benchmark
import Foundation
import MidenBenchmarkWorkloads

/// What a call through the whole door costs, from one caller and from as many as the queue holds, and what a read of the
/// store adds to it. The workloads are in the root package, where the tests run each of them once.
let benchmarks: @Sendable () -> Void = {
    // Allocations say more than time on a busy machine, and counting them needs no jemalloc.
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .cpuTotal, .throughput, .mallocCountTotal],
        warmupIterations: 3,
        scalingFactor: .kilo,
        maxDuration: .seconds(5),
        maxIterations: 200
    )

    for callers in [1, 8, 64, 256] {
        Benchmark("Empty operation, \(callers) callers") { benchmark, prepared in
            benchmark.startMeasurement()
            try await ping(prepared.workload.wallet, calls: benchmark.scaledIterations.count, callers: callers)
            benchmark.stopMeasurement()
        } setup: {
            try await Prepared()
        } teardown: {
        }
    }

    Benchmark("Balance read") { benchmark, prepared in
        benchmark.startMeasurement()
        let workload = prepared.workload
        blackHole(
            try await readBalance(workload.wallet, of: workload.account, calls: benchmark.scaledIterations.count)
        )
        benchmark.stopMeasurement()
    } setup: {
        try await Prepared()
    } teardown: {
    }
}

/// A wallet for one benchmark, in a folder that is gone after it.
final class Prepared: Sendable {
    let workload: WorkloadWallet
    private let folder: URL

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("miden-bench-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        workload = try await WorkloadWallet(in: folder.path)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}
