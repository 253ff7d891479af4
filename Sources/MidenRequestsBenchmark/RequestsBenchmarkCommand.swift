import ArgumentParser
import Foundation
import MidenBenchmarkWorkloads
import MidenTestSupport

@main
struct RequestsBenchmarkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests-benchmark",
        abstract: "Requests between apps, beside payments of the wallet's own app and in a folder that has many."
    )

    @Option(help: "How many rounds of payments there are. In each of them both of a pair take their turn.")
    var payments = 100

    @Option(help: "How many rounds there are of what makes no transaction.")
    var reads = 200

    @Option(help: "How many decided requests are in the folder that has many.")
    var many = 10_000

    @Option(help: "How many decided requests are in the folder that has few.")
    var few = 10

    /// How many rounds are not measured.
    private static let warmUp = 5

    func validate() throws {
        guard payments > 0, reads > 0, few > 0 else {
            throw ValidationError("There must be at least one round and one request.")
        }
        guard many >= few + payments + Self.warmUp else {
            let least = few + payments + Self.warmUp
            throw ValidationError("--many must be at least \(least): payments are requests, too.")
        }
    }

    func run() async throws {
        let directory = try TemporaryDirectory()
        let benchmark = RequestsBenchmark(
            payments: payments,
            reads: reads,
            warmUp: Self.warmUp,
            many: many,
            few: few
        )
        let pairs = try await benchmark.run(in: URL(fileURLWithPath: directory.path))
        for line in Pair.table(of: pairs) { print(line) }
        withExtendedLifetime(directory) {}
    }
}
