import Foundation
import MidenSwiftClient

/// The first line of an open file, pipe or terminal. What comes after it is left for others.
struct FirstLine {
    let descriptor: Int32

    /// What is said of it where it cannot be read, such as "The file secret".
    let name: String

    /// When to stop waiting for it. Nil where a person types it.
    var deadline: InputDeadline?

    /// Reads the line, without its end. Waits for it where it has not been written yet, which a cancelled task does not,
    /// and holds no thread meanwhile.
    func text() async throws -> String {
        try await textOrEnd() ?? ""
    }

    /// The same; nil if there is no line because the input has ended.
    func textOrEnd() async throws -> String? {
        var line: [UInt8] = []
        while true {
            guard let byte = try await nextByte() else {
                guard !line.isEmpty else { return nil }
                break
            }
            guard byte != UInt8(ascii: "\n") else { break }
            guard line.count < 4096 else {
                throw unreadable("The line has more than 4096 bytes.")
            }
            line.append(byte)
        }
        if line.last == UInt8(ascii: "\r") {
            line.removeLast()
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw unreadable("The line is not UTF-8.")
        }
        return text
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
        while poll(&question, 1, 0) == 0 {
            try await pause()
        }
    }

    private func pause() async throws {
        try deadline?.check()
        do {
            try await Task.sleep(for: .milliseconds(20))
        } catch {
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
