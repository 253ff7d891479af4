import Foundation
import Logging

/// Takes what the library logs: the stages of a transaction move the progress on, and with `--verbose` every line is
/// shown.
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
        logLevel = isVerbose ? .debug : console.showsProgress ? .info : .critical
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
            progress.enter(stage: "\(stage)")
        }
        if isVerbose {
            console.complain(Self.line(level: level, message: "\(message)", source: source, fields: fields))
        }
    }

    /// One line of the log: "info miden_swift_wallet: proving the transaction (account: 0x…, stage: proving)".
    static func line(level: Logger.Level, message: String, source: String, fields: Logger.Metadata) -> String {
        let named = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        return "\(level) \(source): \(message)" + (named.isEmpty ? "" : " (\(named))")
    }
}
