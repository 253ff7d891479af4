import Foundation
import MidenBenchmarkWorkloads
import MidenContractGenerator
import MidenSwiftClient
import MidenTestSupport

/// Debug builds of a package whose contract the plugin generates, beside one with the generated file committed.
struct BuildFigures: Sendable {
    /// The pairs: builds from nothing, if there were rounds of them, and builds after which nothing has changed.
    let pairs: [Pair]
    /// What SwiftPM says that it compiled after the contract was touched, a line each. Nothing is wanted.
    let compiledAfterTouch: [String]

    /// Measures. The packages lie outside the repository, and their build folders stay in `.build` of the repository.
    ///
    /// - Parameters:
    ///   - cold: How many builds there are from nothing, of each of the two. They have the packages that they depend on, but
    ///     nothing that was compiled. 0 means none.
    ///   - unchanged: How many rounds there are of builds without a change.
    /// - Returns: The figures.
    /// - Throws: `MidenError`; ``Pair/Failure`` if a package does not build; what prevents it.
    static func measured(cold: Int, unchanged: Int) async throws -> BuildFigures {
        let plugin = try ConsumerPackage(named: "Benchmark-plugin")
        let committed = try await ConsumerPackage(contract: .committed(generated()), named: "Benchmark-committed")
        var pairs: [Pair] = []
        if cold > 0 {
            for consumer in [plugin, committed] { try require(await consumer.resolve()) }
            var pair = pair("cold build", goal: .times(1.25))
            try await pair.run(rounds: cold, warmUp: 0) {
                try await coldBuild(of: plugin)
            } compare: {
                try await coldBuild(of: committed)
            }
            pairs.append(pair)
        }
        var pair = pair("unchanged build", goal: .more(.milliseconds(150)))
        // The first builds compile what is not there yet.
        try await pair.run(rounds: unchanged, warmUp: 2) {
            try await build(plugin)
        } compare: {
            try await build(committed)
        }
        pairs.append(pair)
        return BuildFigures(pairs: pairs, compiledAfterTouch: try await compiledAfterTouch(of: plugin))
    }

    private static func pair(_ what: String, goal: Pair.Goal) -> Pair {
        Pair(what: what, "with the plugin", against: "with the file committed", goal: goal)
    }

    /// What the plugin generates for the contract of the package.
    private static func generated() async throws -> String {
        let document = try await ContractDocumentSource.file(ConsumerPackage.package()).document()
        return try ContractGenerator(version: ToolVersion.current).file(
            for: ContractDocument(json: document),
            from: .file("counter.masp"),
            named: "counter",
            configuredBy: nil
        ).contents
    }

    private static func build(_ consumer: ConsumerPackage) async throws -> Duration {
        try await duration { try require(await consumer.build()) }
    }

    private static func coldBuild(of consumer: ConsumerPackage) async throws -> Duration {
        try consumer.clean()
        return try await build(consumer)
    }

    private static func compiledAfterTouch(of consumer: ConsumerPackage) async throws -> [String] {
        try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: consumer.input)
        let built = try await consumer.build()
        try require(built)
        let lines = built.output.split(separator: "\n").map(String.init)
        guard lines.contains(where: { $0.contains(ConsumerPackage.progress) }) else {
            throw Pair.Failure("the build after a touch of the contract was not measured: the tool did not run")
        }
        // SwiftPM says it of each plugin of all packages, also if none is compiled again.
        return lines.filter { $0.contains("Compiling") && !$0.contains("Compiling plugin") }
    }

    private static func require(_ outcome: Outcome) throws {
        guard outcome.status == 0 else {
            throw Pair.Failure("SwiftPM ended with \(outcome.status): \(outcome.output)\(outcome.errors)")
        }
    }
}
