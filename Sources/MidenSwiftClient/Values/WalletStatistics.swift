/// What a wallet's worker has done since the wallet was opened.
public struct WalletStatistics: Hashable, Sendable {
    /// Requests that wait in the queue now.
    public let waiting: Int
    /// Requests that run now.
    public let running: Int
    /// Requests that ran to their end, with whatever result.
    public let completed: Int
    /// Requests that ended in a fault of this library.
    public let failed: Int
    /// Requests that were cancelled.
    public let cancelled: Int
    /// Requests whose time passed.
    public let timedOut: Int
    /// Requests that were refused: the queue was full.
    public let rejected: Int
    /// The longest a request has waited in the queue.
    public let longestWait: Duration

    /// Makes statistics. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - waiting: Requests that wait now.
    ///   - running: Requests that run now.
    ///   - completed: Requests that ran to their end.
    ///   - failed: Requests that ended in a fault of this library.
    ///   - cancelled: Requests that were cancelled.
    ///   - timedOut: Requests whose time passed.
    ///   - rejected: Requests that were refused.
    ///   - longestWait: The longest a request has waited.
    public init(
        waiting: Int,
        running: Int,
        completed: Int,
        failed: Int,
        cancelled: Int,
        timedOut: Int,
        rejected: Int,
        longestWait: Duration
    ) {
        self.waiting = waiting
        self.running = running
        self.completed = completed
        self.failed = failed
        self.cancelled = cancelled
        self.timedOut = timedOut
        self.rejected = rejected
        self.longestWait = longestWait
    }
}
