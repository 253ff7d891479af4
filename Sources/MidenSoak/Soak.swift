import Atomics
import Foundation
import MidenSwiftClient

/// Many calls from many tasks: half of them reads, a tenth syncs, some transactions with the prover that costs nothing,
/// the rest empty; a tenth with short deadlines and a tenth cancelled.
struct Soak: Sendable {
    /// How many calls are measured.
    var calls = 100_000
    /// How many calls come before those, like them but not measured: until the process has the threads, the buffers and the
    /// caches it keeps.
    var warmUpCalls = 0
    /// Names the run.
    var seed: UInt64
    /// How many tasks make them: more than the queue has places and the worker starts at a time, so that some wait.
    var callers = 400
    /// How many of the calls are transactions, about. Each takes half a second of a core although its proof costs nothing,
    /// because it is executed. The embedded chain keeps its blocks in this process, and eight times what it was before the
    /// last ones: some 30 KiB for each transaction, which grows with the number of blocks.
    var transactions = 300

    /// What came of it.
    struct Report: Sendable {
        var endings = Endings()
        var statistics: WalletStatistics
        /// The process's memory in bytes, while the run went on, in equal steps of calls.
        var memory: [Int] = []
        var duration = Duration.zero

        /// The median of each of ten parts of the run.
        var memoryByTenth: [Int] {
            (0..<10).compactMap { tenth in
                let part = memory[(memory.count * tenth / 10)..<(memory.count * (tenth + 1) / 10)].sorted()
                return part.isEmpty ? nil : part[part.count / 2]
            }
        }

        /// How much more memory is in use in the last tenth than in the first, as a share of the latter.
        var growth: Double? {
            let tenths = memoryByTenth
            guard tenths.count == 10 else {
                return nil
            }
            return Double(tenths[9]) / Double(tenths[0]) - 1
        }
    }

    /// Runs it in an empty folder.
    ///
    /// - Parameter directory: The folder.
    /// - Returns: What came of it.
    /// - Throws: `MidenError` where it cannot begin or end.
    func run(in directory: String) async throws -> Report {
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                dataDirectory: directory,
                timeouts: MidenWallet.Timeouts(request: .seconds(3600), transaction: .seconds(3600)),
                whenQueueIsFull: .wait
            )
        )
        let scene = try await Scene(wallet)
        let before = try wallet.statistics
        let start = SuspendingClock.now
        var report = try await Report(endings: work(scene), statistics: wallet.statistics)
        report.duration = .now - start
        report.endings.add(before)
        report.memory = scene.memory.values
        try await wallet.shutdown(gracefully: .seconds(60))
        return report
    }

    private func work(_ scene: Scene) async -> Endings {
        let next = ManagedAtomic(0)
        return await withTaskGroup(of: Endings.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var endings = Endings()
                    while true {
                        let call = next.loadThenWrappingIncrement(ordering: .relaxed)
                        guard call < warmUpCalls + calls else {
                            return endings
                        }
                        if call >= warmUpCalls, call.isMultiple(of: max(1, calls / 500)) {
                            scene.memory.sample()
                        }
                        let plan = Plan(
                            call: call,
                            seed: seed,
                            transactionsPerMillion: min(400_000, transactions * 1_000_000 / max(1, calls))
                        )
                        endings.count(await scene.carryOut(plan))
                    }
                }
            }
            return await group.reduce(into: Endings()) { $0.add($1) }
        }
    }
}

extension SuspendingClock.Instant {
    fileprivate static func - (later: Self, earlier: Self) -> Duration {
        earlier.duration(to: later)
    }
}

extension Endings {
    /// Counts what ended before the run began, all of it well.
    fileprivate mutating func add(_ statistics: WalletStatistics) {
        for _ in 0..<statistics.completed {
            count(.replied)
        }
    }
}
