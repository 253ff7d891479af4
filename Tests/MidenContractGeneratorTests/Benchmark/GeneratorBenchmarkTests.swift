import Foundation
import MidenBenchmarkWorkloads
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenGeneratorBenchmark

/// The long one is `./build.sh bench generator`. Builds are measured by the tests of the plugin.
@Suite("A short run of the benchmark of the generator", .timeLimit(.minutes(5)))
struct GeneratorBenchmarkTests {
    private static let rounds = Rounds(measured: 2, warmUp: 1)

    @Test("all components, the command, calls and a read: each pair has a sample of each round")
    func short() async throws {
        let directory = try TemporaryDirectory()
        let folder = URL(fileURLWithPath: directory.path)
        let pairs =
            [
                try await GenerationFigure.measured(Self.rounds),
                try await CommandFigure.measured(Self.rounds, in: folder),
            ] + (try await CallFigures.measured(Self.rounds, in: folder.appendingPathComponent("wallet")))
        #expect(
            pairs.map(\.what) == [
                "34 components", "ledger.masp by the command", "building 1000 calls", "simulate", "read",
            ]
        )
        #expect(pairs.map(\.measured.count) == [2, 2, 2, 2, 2])
        #expect(pairs.map(\.baseline.count) == [2, 2, 2, 2, 2])
        #expect(Pair.table(of: pairs).count == 2 + pairs.count)
        withExtendedLifetime(directory) {}
    }

    @Test("the components are all that Miden ships")
    func components() async {
        let error = await #expect(throws: MidenError.self) {
            _ = try await ContractDocumentSource.component("none").document()
        }
        let names = error?.message.components(separatedBy: ": ").last?.dropLast().components(separatedBy: ", ")
        #expect(names.map(Set.init) == Set(MidenComponents.names))
    }

    @Test("a goal of more time is met by a pair that takes no longer, and not by one that takes longer than that")
    func difference() async throws {
        for (took, isMet) in [(1, true), (2, true), (3, true), (4, false)] {
            var pair = Pair(what: "a", "b", against: "c", goal: .more(.seconds(2)))
            try await pair.run(rounds: 1, warmUp: 0) {
                .seconds(took)
            } compare: {
                .seconds(1)
            }
            #expect(pair.isMet == isMet)
            #expect(Pair.table(of: [pair]).last?.hasSuffix(isMet ? "| yes |" : "| **no** |") == true)
            #expect(Pair.table(of: [pair]).last?.contains("≤ 2000 ms more") == true)
        }
    }
}
