import Foundation
import MidenBenchmarkWorkloads
import MidenTestSupport
import Testing

@testable import MidenRequestsBenchmark

/// The long one is `./build.sh bench requests`.
@Suite("A short run of the benchmark of requests", .timeLimit(.minutes(5)))
struct RequestsBenchmarkTests {
    @Test("payments and reads: each of the four pairs has a sample of each round")
    func short() async throws {
        let directory = try TemporaryDirectory()
        let benchmark = RequestsBenchmark(payments: 2, reads: 2, warmUp: 1, many: 20, few: 3)
        let pairs = try await benchmark.run(in: URL(fileURLWithPath: directory.path))
        #expect(pairs.map(\.what) == ["payment", "show", "approve", "start with resume"])
        #expect(pairs.map(\.measured.count) == [2, 2, 2, 2])
        #expect(pairs.map(\.baseline.count) == [2, 2, 2, 2])
        #expect(Pair.table(of: pairs).count == 2 + pairs.count)
        withExtendedLifetime(directory) {}
    }
}
