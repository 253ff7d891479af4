import Foundation
import MidenSwiftClient

/// All that the program writes goes through here, where what could steer a terminal is escaped.
///
/// Standard output gets the answer and nothing else. Standard error gets errors, the log, and where it is a terminal a
/// line that says what is being done, which is taken away before anything else is written.
final class Console: Sendable {
    /// The process's own.
    static let standard = Console(
        output: FileDescriptor(number: answerDescriptor),
        error: FileDescriptor(number: STDERR_FILENO),
        terminal: Terminal(descriptor: STDERR_FILENO, environment: ProcessInfo.processInfo.environment)
    )

    /// Where answers go: what was standard output when the program began. The virtual machine prints what a note's script
    /// tells it to, so standard output itself leads nowhere from here on.
    static let answerDescriptor: Int32 = {
        // A file that is opened later must not take the place of a closed stream.
        let null = open("/dev/null", O_WRONLY)
        let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        dup2(null, STDOUT_FILENO)
        if null > STDERR_FILENO {
            close(null)
        }
        // If there is no standard output, writing an answer says so.
        return descriptor
    }()

    private let output: any ByteSink
    private let error: any ByteSink
    private let terminal: Terminal?
    /// What is on the last line; the lock also keeps writers apart.
    private let line = Locked(LastLine())

    private struct LastLine {
        /// The line of progress that is shown now.
        var progress: String?
        /// How often somebody is being asked something there.
        var questionCount = 0
    }

    /// Makes a console.
    ///
    /// - Parameters:
    ///   - output: Where answers go.
    ///   - error: Where all else goes.
    ///   - terminal: The terminal `error` writes to; nil where it is none, and no progress is shown.
    init(output: any ByteSink, error: any ByteSink, terminal: Terminal?) {
        self.output = output
        self.error = error
        self.terminal = terminal
    }

    /// Whether somebody watches.
    var showsProgress: Bool { terminal != nil }

    /// Writes an answer to standard output, with a line break at its end.
    func answer(_ text: String) throws(OutputFailure) {
        try line.withLock { line throws(OutputFailure) in
            erase(&line)
            try output.write(Self.bytes(of: text))
        }
    }

    /// Writes an error or a line of the log to standard error. There is nobody to tell where that fails.
    func complain(_ text: String) {
        line.withLock { line in
            let before = line.progress
            erase(&line)
            try? error.write(Self.bytes(of: text))
            draw(before, &line)
        }
    }

    /// Writes to standard error what somebody is to answer, without a line break at its end.
    func prompt(_ text: String) {
        line.withLock { line in
            erase(&line)
            try? error.write(Array(text.neutralized.utf8))
        }
    }

    /// Shows no progress for as long as somebody is asked something. What asks can be within another.
    func whileAsking<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Result
    ) async rethrows -> Result {
        line.withLock { line in
            erase(&line)
            line.questionCount += 1
        }
        defer { line.withLock { $0.questionCount -= 1 } }
        return try await work()
    }

    /// Shows what is being done in place of what was shown before, where there is a terminal; nil takes it away.
    func status(_ progress: String?) {
        line.withLock { line in
            if progress != line.progress, line.questionCount == 0 {
                erase(&line)
                draw(progress, &line)
            }
        }
    }

    private func draw(_ progress: String?, _ line: inout LastLine) {
        guard let progress, let terminal else {
            return
        }
        // A line that breaks could not be taken away again.
        let text = String(progress.onOneLine.prefix(max(0, terminal.columns - 1)))
        try? error.write(Array(text.utf8))
        line.progress = progress
    }

    private func erase(_ line: inout LastLine) {
        if line.progress != nil {
            try? error.write(Array("\r\u{1B}[2K".utf8))
        }
        line.progress = nil
    }

    private static func bytes(of text: String) -> [UInt8] {
        Array((text.neutralized + "\n").utf8)
    }
}
