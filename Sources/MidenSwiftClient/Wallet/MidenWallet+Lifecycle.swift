import Dispatch

// The worker, and the end of it.

extension MidenWallet {
    /// What the wallet's worker has done since the wallet was opened. Reads counters: does not wait and does not block.
    ///
    /// - Throws: ``MidenError/Code/invalidHandle`` after a shutdown.
    public nonisolated var statistics: WalletStatistics {
        get throws {
            try core.statistics()
        }
    }

    /// Closes the wallet: takes no more calls, lets those that are there finish, and frees the store.
    ///
    /// Calls after this fail with ``MidenError/Code/invalidHandle``. Whoever asks again gets the same report.
    /// Cancelling the task has no effect: a shutdown takes little longer than its grace, and where a transaction is on
    /// its way to the network then, ten seconds more at most.
    ///
    /// - Parameter grace: How long calls may take to finish; what has not been handed to the network by then is
    ///   cancelled. Zero cancels at once.
    /// - Returns: What became of the calls.
    /// - Throws: ``MidenError/Code/invalidHandle`` where the wallet was shut down by the blocking function before.
    @discardableResult
    public func shutdown(gracefully grace: Duration = .seconds(30)) async throws -> ShutdownReport {
        let ending =
            self.ending
            ?? Task { [core] in
                await Self.onThreadOfItsOwn {
                    try core.shutdown(grace: grace)
                }
            }
        self.ending = ending
        return try await ending.value.get()
    }

    /// Closes the wallet: takes no more calls, lets those that are there finish, and frees the store.
    ///
    /// Blocks the calling thread until then. Not to be had inside a task, where the async one is. Calls after this fail
    /// with ``MidenError/Code/invalidHandle``.
    ///
    /// - Parameter grace: How long calls may take to finish; what has not been handed to the network by then is
    ///   cancelled. Zero cancels at once.
    /// - Returns: What became of the calls.
    /// - Throws: ``MidenError/Code/invalidHandle`` where the wallet has been shut down before,
    ///   ``MidenError/Code/wouldDeadlock`` on the wallet's own worker.
    @available(*, noasync)
    @discardableResult
    public nonisolated func shutdown(gracefully grace: Duration = .seconds(30)) throws -> ShutdownReport {
        try core.shutdown(grace: grace)
    }

    /// Runs what blocks where it holds none of the threads all tasks share.
    private static func onThreadOfItsOwn<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async -> Result<Value, any Error> {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "miden.shutdown").async {
                continuation.resume(returning: Result(catching: work))
            }
        }
    }
}
