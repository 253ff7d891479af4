import ArgumentParser
import Foundation
import MidenBenchmarkWorkloads
import MidenTestSupport

@main
struct GeneratorBenchmarkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generator-benchmark",
        abstract: "Generated Swift: what it costs to generate, to build and to call."
    )

    @Option(help: "How many rounds there are of all but builds. In each of them both of a pair take their turn.")
    var rounds = 20

    @Option(help: "How many rounds there are of builds without a change.")
    var builds = 10

    @Option(help: "How many rounds there are of builds from nothing, which take minutes. 0 means none.")
    var coldBuilds = 1

    func validate() throws {
        guard rounds > 0, builds > 0, coldBuilds >= 0 else {
            throw ValidationError("There must be at least one round, and of builds from nothing there may be none.")
        }
    }

    func run() async throws {
        let directory = try TemporaryDirectory()
        let folder = URL(fileURLWithPath: directory.path)
        let rounds = Rounds(measured: rounds, warmUp: 2)
        let pairs =
            [
                try await GenerationFigure.measured(rounds),
                try await CommandFigure.measured(rounds, in: folder),
            ] + (try await CallFigures.measured(rounds, in: folder.appendingPathComponent("wallet")))
        // Builds take minutes, so the figures from before them are printed first.
        for line in Pair.table(of: pairs) { print(line) }
        print()
        let figures = try await BuildFigures.measured(cold: coldBuilds, unchanged: builds)
        for line in Pair.table(of: figures.pairs) { print(line) }
        print()
        for line in Self.table(ofTouch: figures.compiledAfterTouch) { print(line) }
        withExtendedLifetime(directory) {}
    }

    private static func table(ofTouch compiled: [String]) -> [String] {
        [
            "| what | compiled | goal | met |",
            "|---|---|---|---|",
            "| build after a touch of the contract | \(compiled.count) | 0 | \(compiled.isEmpty ? "yes" : "**no**") |",
        ] + compiled
    }
}
