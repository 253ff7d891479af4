import ArgumentParser
import Foundation
import MidenSwiftClient

@main
struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Many calls for a long time: memory must stay flat, and the counts must add up."
    )

    /// How much more memory the last tenth of a run may use than the first, as a share.
    static let toleratedGrowth = 0.10

    @Argument(help: "How many calls are measured.")
    var calls = 100_000

    @Option(help: "How many calls come before those, which are not measured: until the process keeps what it keeps.")
    var warmUp = 60_000

    @Option(help: "Names the run; the one of an earlier run makes the same calls. Random where not given.")
    var seed: UInt64?

    @Option(help: "How many tasks make the calls.")
    var callers = 400

    @Option(help: "How many of the calls are transactions, about.")
    var transactions = 300

    func validate() throws {
        guard calls > 0, warmUp >= 0, callers > 0, transactions >= 0 else {
            throw ValidationError("There must be at least one call and one caller.")
        }
    }

    func run() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("miden-soak-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }

        let seed = seed ?? UInt64.random(in: 0...9_999_999)
        print(
            "seed \(seed): \(warmUp) calls to warm up, \(calls) calls, \(callers) callers, about \(transactions) transactions"
        )
        let soak = Soak(calls: calls, warmUpCalls: warmUp, seed: seed, callers: callers, transactions: transactions)
        let report = try await soak.run(in: directory.path)
        print(report.description)

        var problems = report.endings.differences(from: report.statistics)
        if let growth = report.growth, growth > Self.toleratedGrowth {
            problems.append("memory grew by more than \(Int(Self.toleratedGrowth * 100)) %")
        }
        for problem in problems {
            print("problem: \(problem)")
        }
        guard problems.isEmpty else {
            throw ExitCode.failure
        }
        print("counts add up, memory is flat")
    }
}

extension Soak.Report: CustomStringConvertible {
    var description: String {
        let endings = endings.counts
            .map { "\($0.key): \($0.value)" }
            .sorted()
            .joined(separator: ", ")
        let tenths = memoryByTenth.map { "\($0 >> 20)" }.joined(separator: " ")
        let growth = growth.map { String(format: "%+.1f %%", $0 * 100) } ?? "not known"
        return """
            took \(duration), longest wait in the queue \(statistics.longestWait)
            endings: \(endings)
            memory by tenth, MiB: \(tenths); last against first: \(growth)
            """
    }
}
