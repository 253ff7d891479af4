import Logging

/// Follows a wallet's transactions by what the wallet logs: `executing`, `proving`, `submitting`, `applying`.
final class Stages: Sendable {
    /// The logger for the wallet's configuration.
    let logger: Logger
    private let stages: AsyncStream<String>

    init() {
        let (stages, continuation) = AsyncStream<String>.makeStream()
        self.stages = stages
        logger = Logger(label: "stages", factory: { _ in Handler(stages: continuation) })
    }

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
                stages.yield("\(stage)")
            }
        }
    }
}
