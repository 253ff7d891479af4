import Foundation
import MidenSwiftClient

/// A line of an input.
enum InputLine: Equatable, Sendable {
    case text(String)
    /// It cannot be read; the reason is a sentence.
    case unreadable(reason: String)
}

/// The first line of an open file, pipe or terminal. What comes after it is left for others.
struct FirstLine {
    let descriptor: Int32

    /// What is said of it where it cannot be read, such as "The file secret".
    let name: String

    /// When to stop waiting for it. Nil where a person types it.
    var deadline: InputDeadline?

    /// How many bytes a line has at most.
    var longest = 4096

    /// Reads the line, without its end. Waits for it where it has not been written yet, which a cancelled task does not,
    /// and holds no thread meanwhile.
    func text() async throws -> String {
        var line: [UInt8] = []
        while let byte = try await nextByte(), byte != UInt8(ascii: "\n") {
            guard line.count < longest else {
                throw unreadable(tooLong)
            }
            line.append(byte)
        }
        switch Self.line(of: line) {
        case .text(let text): return text
        case .unreadable(let reason): throw unreadable(reason)
        }
    }

    /// Reads a line of an input that has several; nil at the end of the input. A line that cannot be read is read to its end,
    /// so that the next one follows it. No more of it is kept than of other lines.
    func next() async throws -> InputLine? {
        var line: [UInt8] = []
        var isTooLong = false
        var byte = try await nextByte()
        guard byte != nil else { return nil }
        while let read = byte, read != UInt8(ascii: "\n") {
            if line.count < longest {
                line.append(read)
            } else {
                isTooLong = true
            }
            byte = try await nextByte()
        }
        return isTooLong ? .unreadable(reason: tooLong) : Self.line(of: line)
    }

    private var tooLong: String { "The line has more than \(longest) bytes." }

    /// The line of bytes that come before its line feed.
    private static func line(of bytes: [UInt8]) -> InputLine {
        let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...]
        return String(validating: bytes, as: UTF8.self).map { .text($0) }
            ?? .unreadable(reason: "The line is not UTF-8.")
    }

    /// One byte at a time, so that nothing is read that is not of this line; nil at the end.
    private func nextByte() async throws -> UInt8? {
        try await waitUntilReadable()
        while true {
            var byte: UInt8 = 0
            let count = read(descriptor, &byte, 1)
            if count >= 0 {
                return count == 0 ? nil : byte
            }
            guard errno == EINTR || errno == EAGAIN else {
                throw unreadable(String(cString: strerror(errno)))
            }
            try await pause()
        }
    }

    private func waitUntilReadable() async throws {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // Also of a line that never ends.
        try Self.checkCancellation()
        while poll(&question, 1, 0) == 0 {
            try await pause()
        }
    }

    private func pause() async throws {
        try deadline?.check()
        try? await Task.sleep(for: .milliseconds(20))
        try Self.checkCancellation()
    }

    private static func checkCancellation() throws {
        guard !Task.isCancelled else {
            throw MidenError(code: .cancelled, kind: .cancelled, message: "The operation was cancelled.")
        }
    }

    private func unreadable(_ cause: String) -> MidenError {
        MidenError(
            code: .invalidParameter,
            kind: "file_unreadable",
            message: "\(name) cannot be read.",
            causes: [cause]
        )
    }
}
