import MidenBenchmarkWorkloads
import Testing

@Suite("The benchmarks' workloads, once each, so that they cannot rot", .timeLimit(.minutes(2)))
struct BenchmarkWorkloadTests {
    @Test("Empty operations and a balance read")
    func once() async throws {
        let directory = try TemporaryDirectory()
        let workload = try await WorkloadWallet(in: directory.path)
        for callers in [1, 8, 64, 256] {
            let before = try workload.wallet.statistics.completed
            try await ping(workload.wallet, calls: 1000, callers: callers)
            #expect(try workload.wallet.statistics.completed >= before + 1000)
        }
        let balance = try await readBalance(workload.wallet, of: workload.account, calls: 10)
        #expect(balance?.totalFungibleCount == 2)
        try await workload.wallet.shutdown()
    }
}
