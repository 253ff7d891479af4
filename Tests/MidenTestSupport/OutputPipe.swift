import Foundation

/// A pipe for what a command writes to standard output or standard error.
package final class OutputPipe {
    private let pipe = Pipe()

    /// Makes a pipe.
    package init() {}

    /// The end that the command writes to.
    package var handle: FileHandle { pipe.fileHandleForWriting }

    /// Reads what a command writes to standard error, until it ends. A cancelled test ends it.
    ///
    /// - Parameter command: The command, which has started with this pipe as its standard error.
    /// - Returns: How it ended and what it wrote.
    /// - Throws: If the pipe cannot be closed here.
    package func outcome(of command: RunningCommand) async throws -> Outcome {
        let errors = try await written(by: command, signal: nil)
        let outcome = await command.outcome()
        return Outcome(status: outcome.status, output: outcome.output, errors: errors)
    }

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
        try await written(by: command, signal: (signal, text))
    }

    private func written(
        by command: RunningCommand,
        signal: (number: Int32, text: String)?
    ) async throws -> String {
        // The pipe ends when nobody can write to it. The command has a copy of this end.
        try pipe.fileHandleForWriting.close()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let process = command.identifier
        let written = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<String, Never>) in
                // On a thread of its own: the command may be past the text before a task has its turn.
                Thread.detachNewThread {
                    continuation.resume(returning: Self.read(descriptor, signalling: process, signal))
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
        _ signal: (number: Int32, text: String)?
    ) -> String {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        var bytes = Data()
        var unsent = signal
        while true {
            let part = file.availableData
            guard !part.isEmpty else {
                return String(decoding: bytes, as: UTF8.self)
            }
            bytes.append(part)
            if let signal = unsent, String(decoding: bytes, as: UTF8.self).contains(signal.text) {
                kill(process, signal.number)
                unsent = nil
            }
        }
    }
}
