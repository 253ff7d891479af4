import Foundation

/// How a command ended and what it wrote.
package struct Outcome: Sendable {
    /// Its exit status; of one that died of a signal, the signal and 1000.
    package let status: Int32
    /// What it wrote to standard output.
    package let output: String
    /// What it wrote to standard error.
    package let errors: String

    /// Standard output, which is JSON, as one object.
    package func object() throws -> JSON {
        try JSON(output)
    }

    /// The error a command with `--json` has written: the last line on standard error.
    package func error() throws -> JSON {
        guard let last = errors.split(separator: "\n").last else {
            throw NoError(outcome: self)
        }
        return try JSON(String(last))["error"]
    }

    private struct NoError: Error {
        let outcome: Outcome
    }
}

/// A `miden-cli` or another program that runs, with its output in files.
package final class RunningCommand {
    private let process = Process()
    private let files: TemporaryDirectory
    private let ended: AsyncStream<Void>

    /// A stream without elements that ends with the command, for one task to wait for it or something else.
    package let end: AsyncStream<Void>

    /// Starts the command.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - environment: Its environment.
    ///   - input: What standard input is; nothing at all where nil.
    ///   - output: Where standard output goes; a file where nil.
    ///   - errors: Where standard error goes; a file where nil.
    ///   - shell: What a shell does before it becomes the command.
    ///   - program: The program's file; the built `miden-cli` where nil.
    /// - Throws: Where it cannot be started.
    package init(
        _ arguments: [String],
        environment: [String: String],
        input: FileHandle? = nil,
        output: FileHandle? = nil,
        errors: FileHandle? = nil,
        shell: String? = nil,
        program: String? = nil
    ) throws {
        let program = try program ?? BuiltCommand.path()
        let files = try TemporaryDirectory()
        self.files = files
        let (ended, finished) = AsyncStream.makeStream(of: Void.self)
        self.ended = ended
        // A task that is cancelled ends the stream it waits for, and outcome() needs one that tells of the command alone.
        let (end, reached) = AsyncStream.makeStream(of: Void.self)
        self.end = end
        if let shell {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "\(shell); exec \"$0\" \"$@\"", program] + arguments
        } else {
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
        }
        process.environment = environment
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = try output ?? Self.newFile(files, "output")
        process.standardError = try errors ?? Self.newFile(files, "errors")
        process.terminationHandler = { _ in
            finished.finish()
            reached.finish()
        }
        try process.run()
    }

    /// The number of the process.
    package var identifier: Int32 { process.processIdentifier }

    /// Whether it has not ended yet.
    package var isRunning: Bool { process.isRunning }

    /// Sends a signal.
    package func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// Waits for its end. A cancelled test ends it.
    package func outcome() async -> Outcome {
        let identifier = process.processIdentifier
        await withTaskCancellationHandler {
            for await _ in ended {}
        } onCancel: {
            kill(identifier, SIGKILL)
        }
        process.waitUntilExit()
        let wasKilled = process.terminationReason == .uncaughtSignal
        return Outcome(
            status: process.terminationStatus + (wasKilled ? 1000 : 0),
            output: read("output"),
            errors: read("errors")
        )
    }

    #if os(Linux)
        /// Waits until it was stopped, as a fail point stops it. A cancelled test ends it.
        ///
        /// - Throws: If it ends instead.
        package func waitUntilStopped() async throws {
            let identifier = process.processIdentifier
            let isStopped = await withTaskCancellationHandler {
                await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                    Thread.detachNewThread {
                        var change = siginfo_t()
                        // The change stays unread: Foundation waits for the end of the process, too.
                        while waitid(P_PID, id_t(identifier), &change, WSTOPPED | WEXITED | WNOWAIT) != 0,
                            errno == EINTR
                        {}
                        continuation.resume(returning: change.si_code == Int32(CLD_STOPPED))
                    }
                }
            } onCancel: {
                kill(identifier, SIGKILL)
            }
            guard isStopped else {
                throw NeverStopped(errors: read("errors"))
            }
        }

        private struct NeverStopped: Error {
            let errors: String
        }
    #endif

    private func read(_ name: String) -> String {
        let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(files.path)/\(name)"))
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    private static func newFile(_ files: TemporaryDirectory, _ name: String) throws -> FileHandle {
        let path = try files.write(Data(), to: name)
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
}
