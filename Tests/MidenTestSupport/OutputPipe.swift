import Foundation

/// A pipe for what a command writes to standard output or standard error.
package final class OutputPipe {
    private let pipe = Pipe()

    /// Makes a pipe.
    package init() {}

    /// The end that the command writes to.
    package var handle: FileHandle { pipe.fileHandleForWriting }

    /// Reads until the command ends, and sends it a signal as soon as it has written a text. A cancelled test ends it.
    ///
    /// - Parameters:
    ///   - command: The command, which has started.
    ///   - signal: The signal.
    ///   - text: The text.
    /// - Returns: All that the command has written.
    /// - Throws: If the pipe cannot be closed here.
    package func written(
        by command: RunningCommand,
        signal: Int32,
        onceContains text: String
    ) async throws -> String {
        // The pipe ends when nobody can write to it. The command has a copy of this end.
        try pipe.fileHandleForWriting.close()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let process = command.identifier
        let written = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<String, Never>) in
                // On a thread of its own: the command may be past the text before a task has its turn.
                Thread.detachNewThread {
                    let written = Self.read(descriptor, signalling: process, signal, onceContains: text)
                    continuation.resume(returning: written)
                }
            }
        } onCancel: {
            kill(process, SIGKILL)
        }
        // The descriptor is open until here.
        withExtendedLifetime(pipe) {}
        return written
    }

    private static func read(
        _ descriptor: Int32,
        signalling process: Int32,
        _ signal: Int32,
        onceContains text: String
    ) -> String {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        var bytes = Data()
        var isSent = false
        while true {
            let part = file.availableData
            guard !part.isEmpty else {
                return String(decoding: bytes, as: UTF8.self)
            }
            bytes.append(part)
            if !isSent, String(decoding: bytes, as: UTF8.self).contains(text) {
                kill(process, signal)
                isSent = true
            }
        }
    }
}
