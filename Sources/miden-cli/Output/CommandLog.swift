import Foundation
import Logging

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
        if isVerbose || Self.isForPeople(level: level, source: source) {
            console.complain(Self.line(level: level, message: "\(message)", source: source, fields: fields))
        }
    }

    /// Modules whose warnings are about the inside of the program: a callback that took long on a busy machine, a block that
    /// was known already. Nobody who runs a command can do anything about them, or has to. And what the first command says
    /// of the key file that it makes is in the help of `init`.
    /// The client's own reports about the note transport are for its developers; the wallet says the same in a sentence.
    private static let insides = [
        "miden_swift_runtime::shared", "miden_client::sync", "miden_client::note_transport",
        "miden_swift_wallet::keystore::key_file",
    ]

    /// Whether a message is shown to whoever has not asked for the log.
    static func isForPeople(level: Logger.Level, source: String) -> Bool {
        guard level == .warning else {
            return level > .warning
        }
        return !insides.contains { source == $0 || source.hasPrefix($0 + "::") }
    }

    /// One line of the log: "info miden_swift_wallet: proving the transaction (account: 0x…, stage: proving)".
    static func line(level: Logger.Level, message: String, source: String, fields: Logger.Metadata) -> String {
        let named = fields.sorted { $0.key < $1.key }.map { "\($0.key): \("\($0.value)".onOneLine)" }.joined(
            separator: ", "
        )
        return "\(level) \(source): \(message.onOneLine)" + (named.isEmpty ? "" : " (\(named))")
    }
}
