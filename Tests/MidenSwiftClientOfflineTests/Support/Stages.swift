import Atomics
import Logging

/// Follows a wallet's transactions by what the wallet logs: `executing`, `proving`, `submitting`, `applying`.
final class Stages: Sendable {
    /// The logger for the wallet's configuration.
    let logger: Logger
    private let stages: AsyncStream<String>
    private let passed = ManagedAtomic(0)
    private let begunProofs = ManagedAtomic(0)

    init() {
        let (stages, continuation) = AsyncStream<String>.makeStream()
        self.stages = stages
        logger = Logger(
            label: "stages",
            factory: { [passed, begunProofs] _ in
                Handler(stages: continuation, passed: passed, begunProofs: begunProofs)
            }
        )
    }

    /// How many stages transactions have come to, waited for or not.
    var count: Int { passed.load(ordering: .acquiring) }

    /// How many proofs have begun, waited for or not.
    var proofCount: Int { begunProofs.load(ordering: .acquiring) }

    /// Returns when a transaction has come to a stage that nobody has waited for yet.
    func reached(_ stage: String) async {
        for await reached in stages where reached == stage {
            return
        }
    }

    private struct Handler: LogHandler {
        var logLevel = Logger.Level.info
        var metadata: Logger.Metadata = [:]
        let stages: AsyncStream<String>.Continuation
        let passed: ManagedAtomic<Int>
        let begunProofs: ManagedAtomic<Int>

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(
            level: Logger.Level,
            message: Logger.Message,
            metadata: Logger.Metadata?,
            source: String,
            file: String,
            function: String,
            line: UInt
        ) {
            if let stage = metadata?["stage"] {
                passed.wrappingIncrement(ordering: .releasing)
                if "\(stage)" == "proving" {
                    begunProofs.wrappingIncrement(ordering: .releasing)
                }
                stages.yield("\(stage)")
            }
        }
    }
}
