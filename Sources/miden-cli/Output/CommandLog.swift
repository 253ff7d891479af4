import Foundation
import Logging
import MidenSwiftClient

/// Takes what the library logs: the stages of a transaction move the progress on, warnings and errors are shown, and with
/// `--verbose` every line is.
struct CommandLog: LogHandler {
    let console: Console
    let progress: Progress
    let isVerbose: Bool

    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    init(console: Console, progress: Progress, isVerbose: Bool) {
        self.console = console
        self.progress = progress
        self.isVerbose = isVerbose
        // What nobody sees need not cross from Rust.
        logLevel = isVerbose ? .debug : console.showsProgress ? .info : .warning
    }

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
        let fields = self.metadata.merging(metadata ?? [:]) { $1 }
        if let stage = fields["stage"] {
            progress.enter(stage: "\(stage)", owner: fields["owner"].map { "\($0)" })
        }
        if isVerbose || Self.isForPeople(level: level, message: "\(message)") {
            console.complain(Self.line(level: level, message: "\(message)", source: source, fields: fields))
        }
    }

    /// What warnings begin with that nobody who runs a command can do anything about, or has to.
    private static let insides = [
        // A callback took long on a busy machine.
        "a completion held the worker up",
        // In the help of `init`.
        "made a key file for the wallet's keystore",
        // The client had no need to ask.
        "Current partial MMR already contains the requested data",
        "skipping delivery of a note being consumed locally",
        // For the client's developers: the wallet says the same in a sentence.
        "note transport fetch failed", "note transport send failed",
    ]

    /// Whether a message is shown to whoever has not asked for the log.
    static func isForPeople(level: Logger.Level, message: String) -> Bool {
        guard level == .warning else {
            return level > .warning
        }
        return !insides.contains { message.hasPrefix($0) }
    }

    /// One line of the log: "info miden_swift_wallet: proving the transaction (account: 0x…, stage: proving)".
    static func line(level: Logger.Level, message: String, source: String, fields: Logger.Metadata) -> String {
        let named = fields.sorted { $0.key < $1.key }.map { "\($0.key): \("\($0.value)".onOneLine)" }.joined(
            separator: ", "
        )
        return "\(level) \(source): \(message.onOneLine)" + (named.isEmpty ? "" : " (\(named))")
    }
}
