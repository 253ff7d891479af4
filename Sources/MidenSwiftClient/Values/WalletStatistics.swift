/// What has become of the calls of a wallet since it was opened.
///
/// Every call ends in one of ``completed``, ``failed``, ``cancelled``, ``timedOut`` and ``rejected``, and is counted
/// there once; one that the end of the wallet ends is in its ``ShutdownReport`` alone. Until then it is among
/// ``awaitingPlace``, ``waiting`` or ``running``.
public struct WalletStatistics: Hashable, Sendable {
    /// Calls that await a place in the queue now, where they are to:
    /// ``MidenWallet/Configuration/WhenQueueIsFull/wait``.
    public let awaitingPlace: Int
    /// Requests that wait in the queue now.
    public let waiting: Int
    /// Requests that run now.
    public let running: Int
    /// Requests that were answered.
    public let completed: Int
    /// Requests that ended in an error, be it one that was to be expected or a fault of this library. Those that were
    /// cancelled, timed out or rejected are not among them.
    public let failed: Int
    /// Requests that were cancelled, those among them that were never submitted.
    public let cancelled: Int
    /// Requests whose time passed, waiting or running. A transaction that goes on without its caller counts here.
    public let timedOut: Int
    /// Requests that were refused: the queue was full, or the wallet was being shut down.
    public let rejected: Int
    /// The longest a request has waited in the queue.
    public let longestWait: Duration

    /// Makes statistics. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - awaitingPlace: Calls that await a place in the queue now.
    ///   - waiting: Requests that wait now.
    ///   - running: Requests that run now.
    ///   - completed: Requests that were answered.
    ///   - failed: Requests that ended in an error.
    ///   - cancelled: Requests that were cancelled.
    ///   - timedOut: Requests whose time passed.
    ///   - rejected: Requests that were refused.
    ///   - longestWait: The longest a request has waited.
    public init(
        awaitingPlace: Int = 0,
        waiting: Int,
        running: Int,
        completed: Int,
        failed: Int,
        cancelled: Int,
        timedOut: Int,
        rejected: Int,
        longestWait: Duration
    ) {
        self.awaitingPlace = awaitingPlace
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
