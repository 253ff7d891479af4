import Foundation
import MidenBenchmarkWorkloads
import MidenSwiftClient
import MidenTestSupport

/// `contract generate` beside `contract inspect`, from the start of the process to its end.
enum CommandFigure {
    /// Measures.
    ///
    /// - Parameters:
    ///   - rounds: How often.
    ///   - directory: An empty folder for the files.
    /// - Returns: The pair. Each run of `contract generate` writes a file into an empty folder.
    /// - Throws: `MidenError`; ``Pair/Failure`` if the command fails; what prevents it.
    static func measured(_ rounds: Rounds, in directory: URL) async throws -> Pair {
        let package = directory.appendingPathComponent("ledger.masp")
        try await MidenPackage.tutorial("ledger").file.write(to: package)
        var pair = Pair(
            what: "ledger.masp by the command",
            "contract generate",
            against: "contract inspect --json",
            goal: .times(1.3)
        )
        try await pair.run(rounds: rounds.measured, warmUp: rounds.warmUp) {
            let folder = directory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            return try await duration { try await contract("generate", package.path, "--output", folder.path) }
        } compare: {
            try await duration { try await contract("inspect", package.path, "--json") }
        }
        return pair
    }

    private static func contract(_ arguments: String...) async throws {
        let outcome = try await RunningCommand(
            ["contract"] + arguments,
            environment: ProcessInfo.processInfo.environment
        ).outcome()
        guard outcome.status == 0 else {
            throw Pair.Failure("miden-cli ended with \(outcome.status): \(outcome.errors)")
        }
    }
}
