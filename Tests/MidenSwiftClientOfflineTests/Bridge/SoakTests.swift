import Testing

@testable import MidenSoak

/// The long one is `./build.sh soak`.
@Suite("A short soak, so that it cannot rot", .timeLimit(.minutes(5)))
struct SoakTests {
    @Test("Every call ends once and is counted once, here and in the wallet")
    func short() async throws {
        let directory = try TemporaryDirectory()
        // Another run each time; a failure shows the seed.
        let soak = Soak(calls: 2000, seed: .random(in: 0...9_999_999), callers: 400, transactions: 10)
        let report = try await soak.run(in: directory.path)
        #expect(report.endings.differences(from: report.statistics) == [], "seed \(soak.seed)")
        // What ended before the run were the five calls that set the scene.
        #expect(report.endings.total == 2005, "seed \(soak.seed)")
    }
}
