import ArgumentParser
import Foundation

@main
struct FuzzCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Generates Swift of changed descriptions of contracts, and has the compiler check it."
    )

    @Argument(help: "How many seconds it runs.")
    var seconds: Int

    @Option(help: "The seed of the documents. The same seed makes the same documents. Random by default.")
    var seed: UInt64?

    @Option(help: "The folder with the descriptions that are changed.")
    var descriptions: String

    @Option(help: "The folder for the current document and for what a failure is about.")
    var findings: String

    func validate() throws {
        guard seconds > 0 else { throw ValidationError("The time must be at least one second.") }
    }

    func run() async throws {
        let fuzz = GeneratorFuzz(
            duration: .seconds(seconds),
            seed: seed ?? UInt64.random(in: 0...9_999_999),
            descriptions: try Descriptions.all(in: descriptions),
            findings: URL(fileURLWithPath: findings)
        )
        Self.show("seed \(fuzz.seed), \(seconds) s")
        do {
            let report = try await fuzz.run(progress: Self.show)
            Self.show("no failure in \(report.description)")
        } catch let failure as GeneratorFuzz.Failure {
            Self.show("failure: \(failure.description)")
            throw ExitCode.failure
        }
    }

    /// Writes a line at once, also if the output is a file.
    @Sendable private static func show(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
