import AllocationCounter
import Benchmark
import Foundation
import MidenBenchmarkWorkloads
import MidenSwiftClient

/// What a call through the whole door costs, from one caller and from as many as the queue holds, and what a read of the
/// store adds to it. The workloads are in the root package, where the tests run each of them once.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput, .processorTime] + (allocation_counter_works() ? [.allocations] : []),
        units: [.processorTime: .count, .allocations: .count],
        warmupIterations: 3,
        // A thousand calls are measured together, and what is shown is a thousandth of that.
        scalingFactor: .kilo,
        maxDuration: .seconds(10),
        maxIterations: 200
    )

    for callers in [1, 8, 64, 256] {
        measure("Empty operation, \(callers) \(callers == 1 ? "caller" : "callers")") { workload, calls in
            try await ping(workload.wallet, calls: calls, callers: callers)
        }
    }

    measure("Balance read") { workload, calls in
        blackHole(try await readBalance(workload.wallet, of: workload.account, calls: calls))
    }

    measure("JSON to field elements") { _, calls in
        blackHole(try InterfaceWorkload.encode(calls: calls))
    }

    // Each page by itself: what counts is the slowest one.
    var single = Benchmark.defaultConfiguration
    single.metrics += [.peakMemoryResident]
    single.scalingFactor = .one
    single.maxIterations = 1000
    let fill: @Sendable (WorkloadWallet) async throws -> HistoryWorkload = { try await HistoryWorkload(filling: $0) }
    measure("First page of 10,000 transactions", single, prepare: fill) { history, calls in
        for _ in 0..<calls {
            blackHole(try await history.readFirstPage())
        }
    }
    measure("Last page of 10,000 transactions", single, prepare: fill) { history, calls in
        for _ in 0..<calls {
            blackHole(try await history.readLastPage())
        }
    }

    measure("Describe all 34 standard components", single, prepare: { _ in try InterfaceWorkload() }) {
        interfaces,
        calls in
        for _ in 0..<calls {
            blackHole(try await interfaces.describeAll())
        }
    }

    // The difference is what types add.
    measure("Run of a procedure with field elements", single, prepare: { try await CallWorkload($0) }) { calls, count in
        blackHole(try await calls.runWithFelts(calls: count))
    }
    measure("Typed call of a procedure", single, prepare: { try await CallWorkload($0) }) { calls, count in
        blackHole(try await calls.simulate(calls: count))
    }

    measure("First typed call of a procedure", single, prepare: { try await CallWorkload($0) }) { calls, count in
        blackHole(try await calls.simulateFirst(calls: count))
    }

    // The difference is what a reference adds: it is written with the store's settings, and synced to the disk.
    for hasReference in [false, true] {
        let name = "Payment \(hasReference ? "with" : "without") a reference, and a sync"
        measure(name, single, prepare: { try await PaymentWorkload($0) }) { payments, calls in
            for _ in 0..<calls {
                try await payments.pay(withReference: hasReference)
            }
        }
    }

    // What strangers send must not make a wallet slower than what it wants to have.
    measure("Sync of 1,000 payments", receiving: (payments: 1000, hostile: 0), synced: false) { wallet, _ in
        try await wallet.sync()
    }
    measure("Sync of 1,000 hostile notes", receiving: (payments: 0, hostile: 1000), synced: false) { wallet, _ in
        try await wallet.sync()
    }
    measure("Consume 100 payments", receiving: (payments: 100, hostile: 0), synced: true) { wallet, notes in
        try await notes.consumeAll(in: wallet)
    }
    measure(
        "Consume 100 payments beside 100 hostile notes",
        receiving: (payments: 100, hostile: 100),
        synced: true
    ) { wallet, notes in
        try await notes.consumeAll(in: wallet)
    }
}

extension BenchmarkMetric {
    /// Of all threads. The benchmark package's own metric of it counts in hundredths of a second on Linux, which is more
    /// than a thousand calls take.
    fileprivate static let processorTime = Self.custom("Time (CPU, all threads) (ns)")

    /// The benchmark package counts them only with traits that bring in an allocator or a library of its own, and counts
    /// zero without.
    fileprivate static let allocations = Self.custom("Allocations")
}

/// Registers a benchmark, with a wallet of its own.
///
/// - Parameters:
///   - name: What it is called.
///   - work: What is measured; makes as many calls as it is told.
private func measure(
    _ name: String,
    _ work: @escaping @Sendable (_ workload: WorkloadWallet, _ calls: Int) async throws -> Void
) {
    measure(name, Benchmark.defaultConfiguration, prepare: { $0 }, work)
}

/// Registers a benchmark, with a wallet of its own of which more is to be made before.
///
/// - Parameters:
///   - name: What it is called.
///   - configuration: How it is measured.
///   - prepare: Makes of the wallet what the work needs.
///   - work: What is measured; makes as many calls as it is told.
private func measure<Workload: Sendable>(
    _ name: String,
    _ configuration: Benchmark.Configuration,
    prepare: @escaping @Sendable (WorkloadWallet) async throws -> Workload,
    _ work: @escaping @Sendable (_ workload: Workload, _ calls: Int) async throws -> Void
) {
    let stage = Stage()
    Benchmark(name, configuration: configuration) { benchmark, workload in
        let calls = benchmark.scaledIterations.count
        await endingTheProcessOnFailure(of: name, on: stage) {
            benchmark.startMeasurement()
            let before = ProcessorTime.now.time
            try await work(workload, calls)
            let after = ProcessorTime.now.time
            benchmark.stopMeasurement()
            benchmark.measurement(.processorTime, Int((after - before).nanoseconds))

            // Counting takes time, so it is done in a run that is not timed.
            allocation_counter_start()
            try await work(workload, calls)
            benchmark.measurement(.allocations, Int(allocation_counter_stop()))
        }
    } setup: {
        await endingTheProcessOnFailure(of: name, on: stage) { try await prepare(try await stage.open()) }
    } teardown: {
        await endingTheProcessOnFailure(of: name, on: stage) { try await stage.close() }
    }
}

/// Registers a benchmark of what a wallet does with notes that it was sent. Each time it is a new wallet.
///
/// - Parameters:
///   - name: What it is called.
///   - count: How many payments the wallet was sent, and how many hostile notes.
///   - synced: Whether the wallet has synced before.
///   - work: What is measured.
private func measure(
    _ name: String,
    receiving count: (payments: Int, hostile: Int),
    synced: Bool,
    _ work: @escaping @Sendable (_ wallet: MidenWallet, _ notes: ReceivedNotes) async throws -> Void
) {
    var configuration = Benchmark.defaultConfiguration
    configuration.metrics = [.wallClock, .peakMemoryResident]
    configuration.warmupIterations = 1
    configuration.scalingFactor = .one
    configuration.maxDuration = .seconds(60)
    configuration.maxIterations = 10
    let stage = Stage()
    Benchmark(name, configuration: configuration) { benchmark, notes in
        await endingTheProcessOnFailure(of: name, on: stage) {
            let wallet = try await notes.newWallet()
            if synced {
                try await wallet.sync()
            }
            benchmark.startMeasurement()
            try await work(wallet, notes)
            benchmark.stopMeasurement()
            try await wallet.shutdown()
        }
    } setup: {
        await endingTheProcessOnFailure(of: name, on: stage) {
            try await ReceivedNotes(
                payments: count.payments,
                hostile: count.hostile,
                in: try await stage.makeFolder()
            )
        }
    } teardown: {
        await endingTheProcessOnFailure(of: name, on: stage) { try await stage.close() }
    }
}

/// Does what it is given. An error that a benchmark throws is printed and forgotten, with exit code 0 in the end; a process
/// that ends is not.
private func endingTheProcessOnFailure<Value: Sendable>(
    of name: String,
    on stage: Stage,
    _ work: () async throws -> Value
) async -> Value {
    do {
        return try await work()
    } catch {
        FileHandle.standardError.write(Data("\(name) failed: \(error)\n".utf8))
        stage.clearAway()
        exit(1)
    }
}

/// A folder for one benchmark, which is gone after it, and the wallet in it.
private actor Stage {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("miden-bench-" + UUID().uuidString)
    private var workload: WorkloadWallet?

    func makeFolder() throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }

    func open() async throws -> WorkloadWallet {
        let workload = try await WorkloadWallet(in: makeFolder())
        self.workload = workload
        return workload
    }

    func close() async throws {
        try await workload?.wallet.shutdown()
        clearAway()
    }

    nonisolated func clearAway() {
        try? FileManager.default.removeItem(at: folder)
    }
}
