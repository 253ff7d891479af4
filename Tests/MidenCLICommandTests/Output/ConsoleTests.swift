import Logging
import Testing

@testable import miden_cli

/// Keeps what is written.
private final class Memory: ByteSink {
    private let bytes = Locked<[UInt8]>([])

    func write(_ bytes: [UInt8]) throws(OutputFailure) {
        self.bytes.withLock { $0 += bytes }
    }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}

@Suite("The console")
struct ConsoleTests {
    private let output = Memory()
    private let error = Memory()

    @Test("writes answers and errors to their own streams")
    func streams() throws {
        let console = Console(output: output, error: error, terminal: nil)
        try console.answer("42")
        console.complain("Error: no")
        console.status("working")
        #expect(output.text == "42\n")
        #expect(error.text == "Error: no\n")
    }

    @Test("takes the line of progress away before it writes, and draws it again after a line of the log")
    func redrawing() throws {
        let console = Console(output: output, error: error, terminal: Terminal(columns: 80))
        console.status("a")
        console.status("a")
        console.complain("log")
        console.status("b")
        try console.answer("42")
        console.status(nil)
        #expect(error.text == "a\r\u{1B}[2Klog\na\r\u{1B}[2Kb\r\u{1B}[2K")
    }

    @Test("shows no progress while somebody is asked, also after a question within that has ended")
    func asking() async {
        let console = Console(output: output, error: error, terminal: Terminal(columns: 80))
        console.status("a")
        await console.whileAsking {
            await console.whileAsking { console.status("b") }
            console.status("c")
        }
        #expect(error.text == "a\r\u{1B}[2K")
        console.status("d")
        #expect(error.text.hasSuffix("d"))
    }

    @Test("cuts the line of progress where the terminal ends")
    func narrow() {
        let console = Console(output: output, error: error, terminal: Terminal(columns: 5))
        console.status("abcdefgh")
        #expect(error.text == "abcd")
    }

    @Test("escapes what steers a terminal or changes the direction of text, and keeps line breaks and tabs")
    func neutralized() throws {
        let console = Console(output: output, error: error, terminal: nil)
        try console.answer("a\tb\nc")
        console.complain("\u{1B}[2Jgone\u{7}\u{9B}")
        #expect(output.text == "a\tb\nc\n")
        #expect(error.text == #"\u{1B}[2Jgone\u{7}\u{9B}"# + "\n")
        console.prompt("Pay \u{202E}NEDIM?")
        #expect(error.text.hasSuffix(#"Pay \u{202E}NEDIM?"#))
        try console.answer("\u{2066}x\u{2069}\u{200B}\u{2028}\u{E000}\u{10FFFF}é 漢 🦊")
        #expect(output.text.hasSuffix(#"\u{2066}x\u{2069}\u{200B}\u{2028}\u{E000}\u{10FFFF}é 漢 🦊"# + "\n"))
    }

    @Test("says for how long something is being done")
    func progress() {
        #expect(Progress.line(doing: "Proving", elapsed: .milliseconds(900)) == "Proving …")
        #expect(Progress.line(doing: "Proving", elapsed: .milliseconds(59_900)) == "Proving … 59 s")
        #expect(Progress.line(doing: "Proving", elapsed: .seconds(61)) == "Proving … 1 min 1 s")
    }

    @Test("gets the log with its fields in order")
    func log() {
        #expect(
            CommandLog.line(level: .info, message: "proving", source: "miden", fields: ["b": "2", "a": "1"])
                == "info miden: proving (a: 1, b: 2)"
        )
        #expect(CommandLog.line(level: .error, message: "no", source: "miden", fields: [:]) == "error miden: no")
    }

    @Test("gets warnings and errors of the log unasked, between the lines of progress")
    func warnings() {
        let console = Console(output: output, error: error, terminal: Terminal(columns: 80))
        let quiet = CommandLog(console: console, progress: Progress(doing: "a", console: console), isVerbose: false)
        let logger = Logger(label: "test", factory: { _ in quiet })
        console.status("a")
        logger.info("proving", source: "miden_swift_wallet::transactions")
        logger.warning("a completion held the worker up", source: "miden_swift_runtime::shared")
        #expect(error.text == "a")
        logger.warning("proving here", metadata: ["error": "out of reach"], source: "miden_swift_wallet::proving")
        logger.error("a job panicked", source: "miden_swift_runtime::engine")
        #expect(
            error.text == "a\r\u{1B}[2Kwarning miden_swift_wallet::proving: proving here (error: out of reach)\na"
                + "\r\u{1B}[2Kerror miden_swift_runtime::engine: a job panicked\na"
        )
    }

    @Test(
        "hides a warning about the inside of the program by what it says, and no other one of the same module",
        arguments: [
            ("miden_swift_runtime::shared", "a completion held the worker up", false),
            ("miden_swift_wallet::keystore::key_file", "made a key file for the wallet's keystore. It protects", false),
            ("miden_client::sync", "note transport fetch failed; syncing the chain without it", false),
            ("miden_client::sync::block_header", "Current partial MMR already contains the requested data", false),
            ("miden_client::sync::state_sync", "note observer failed; sync continues", true),
            ("miden_client::note_transport", "note transport fetch failed; the next fetch reads the tags again", false),
            ("miden_client::note_transport", "skipping delivery of a note being consumed locally", false),
            ("miden_client::note_transport::grpc", "note transport send failed, retrying after delay", false),
            ("miden_client::note_transport", "resetting unreadable note transport state", true),
        ]
    )
    func insides(source: String, message: String, isShown: Bool) {
        let console = Console(output: output, error: error, terminal: nil)
        let quiet = CommandLog(console: console, progress: Progress(doing: "a", console: console), isVerbose: false)
        let logger = Logger(label: "test", factory: { _ in quiet })
        logger.warning("\(message)", source: source)
        #expect(error.text == (isShown ? "warning \(source): \(message)\n" : ""))
    }

    @Test("lets a log cross from Rust only as far as it is shown")
    func logLevels() {
        let cases: [(terminal: Terminal?, isVerbose: Bool, level: Logger.Level)] = [
            (nil, false, .warning), (Terminal(columns: 80), false, .info), (nil, true, .debug),
        ]
        for (terminal, isVerbose, level) in cases {
            let console = Console(output: output, error: error, terminal: terminal)
            let progress = Progress(doing: "a", console: console)
            #expect(CommandLog(console: console, progress: progress, isVerbose: isVerbose).logLevel == level)
        }
    }
}
