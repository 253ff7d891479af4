import Foundation

/// All that the program writes goes through here.
///
/// Standard output gets the answer and nothing else. Standard error gets errors, the log, and where it is a terminal a
/// line that says what is being done, which is taken away before anything else is written.
final class Console: Sendable {
    /// The process's own.
    static let standard = Console(
        output: FileDescriptor(number: STDOUT_FILENO),
        error: FileDescriptor(number: STDERR_FILENO),
        terminal: Terminal(descriptor: STDERR_FILENO, environment: ProcessInfo.processInfo.environment)
    )

    private let output: any ByteSink
    private let error: any ByteSink
    private let terminal: Terminal?
    /// The line of progress that is shown now; the lock also keeps writers apart.
    private let shown = Locked<String?>(nil)

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
        try shown.withLock { shown throws(OutputFailure) in
            erase(&shown)
            try output.write(Self.bytes(of: text))
        }
    }

    /// Writes an error or a line of the log to standard error. There is nobody to tell where that fails.
    func complain(_ text: String) {
        shown.withLock { shown in
            let before = shown
            erase(&shown)
            try? error.write(Self.bytes(of: text))
            draw(before, &shown)
        }
    }

    /// Writes to standard error what somebody is to answer, without a line break at its end.
    func prompt(_ text: String) {
        shown.withLock { shown in
            erase(&shown)
            try? error.write(Array(text.utf8))
        }
    }

    /// Shows what is being done in place of what was shown before, where there is a terminal; nil takes it away.
    func status(_ line: String?) {
        shown.withLock { shown in
            if line != shown {
                erase(&shown)
                draw(line, &shown)
            }
        }
    }

    private func draw(_ line: String?, _ shown: inout String?) {
        guard let line, let terminal else {
            return
        }
        // A line that breaks could not be taken away again.
        let text = String(line.withoutControlCharacters.prefix(max(0, terminal.columns - 1)))
        try? error.write(Array(text.utf8))
        shown = line
    }

    private func erase(_ shown: inout String?) {
        if shown != nil {
            try? error.write(Array("\r\u{1B}[2K".utf8))
        }
        shown = nil
    }

    private static func bytes(of text: String) -> [UInt8] {
        Array((text.withoutControlCharacters + "\n").utf8)
    }
}

extension String {
    /// What comes from the network must not be able to steer a terminal.
    var withoutControlCharacters: String {
        guard unicodeScalars.contains(where: Self.isControl) else {
            return self
        }
        var cleaned = String.UnicodeScalarView()
        cleaned.append(contentsOf: unicodeScalars.map { Self.isControl($0) ? "\u{FFFD}" : $0 })
        return String(cleaned)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
    }
}
