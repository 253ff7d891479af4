import Foundation
import Testing

/// A terminal without a screen.
final class PseudoTerminal {
    /// The side a program reads from and writes to.
    let handle: FileHandle
    private let screen: Int32

    init() throws {
        // Not in the C module of every platform, though in its library.
        typealias OpenPTY =
            @convention(c) (
                UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?,
                UnsafeRawPointer?, UnsafeRawPointer?
            ) -> Int32
        let function = try #require(dlsym(dlopen(nil, RTLD_NOW), "openpty"))
        let openPTY = unsafeBitCast(function, to: OpenPTY.self)
        var screen: Int32 = -1
        var program: Int32 = -1
        try #require(openPTY(&screen, &program, nil, nil, nil) == 0)
        self.screen = screen
        handle = FileHandle(fileDescriptor: program, closeOnDealloc: true)
    }

    deinit {
        close(screen)
    }

    /// What has been written and not read yet. Programs here write less than a terminal holds back.
    func written() -> String {
        written(waiting: 100)
    }

    private func written(waiting milliseconds: Int32) -> String {
        var bytes: [UInt8] = []
        var descriptor = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
        while poll(&descriptor, 1, milliseconds) > 0, descriptor.revents & Int16(POLLIN) != 0 {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(screen, &buffer, buffer.count)
            guard count > 0 else {
                break
            }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Types, as a person would.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(screen, bytes, bytes.count)
    }

    /// Waits until a text has been written, such as a question.
    ///
    /// - Parameter text: The text.
    /// - Returns: All that has been written until then, from where it was read last.
    /// - Throws: If nothing more has been written for a minute.
    func written(until text: String) async throws -> String {
        var all = ""
        while await isReadable() {
            all += written(waiting: 0)
            if all.contains(text) {
                return all
            }
        }
        throw NeverWritten(text: text, written: all)
    }

    /// Waits until there is something to read, for a minute at most. On a thread of its own: those of tasks are few.
    private func isReadable() async -> Bool {
        let screen = screen
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var descriptor = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
                let count = poll(&descriptor, 1, 60_000)
                continuation.resume(returning: count > 0 && descriptor.revents & Int16(POLLIN) != 0)
            }
        }
    }

    private struct NeverWritten: Error {
        let text: String
        let written: String
    }

    /// What a person sees of this after all: the lines, without what was taken away again.
    static func visible(_ written: String) -> String {
        written.replacingOccurrences(of: "\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in line.components(separatedBy: "\r\u{1B}[2K").last ?? "" }
            .joined(separator: "\n")
    }
}
