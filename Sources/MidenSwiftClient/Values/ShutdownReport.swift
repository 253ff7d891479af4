/// What became of the requests that were waiting or running when a wallet was shut down.
public struct ShutdownReport: Hashable, Sendable {
    /// Requests that ran to their end.
    public let finished: Int
    /// Requests that were cancelled before they changed anything, those that awaited a place in the queue among them.
    public let cancelled: Int
    /// Requests that were past the point of no return and still running when the time was up. A transaction among them
    /// is on disk. It may end all the same while the wallet closes, and its caller is told then; what does not is
    /// completed by the first sync or transaction after the store is opened again.
    public let abandoned: Int

    /// Makes a report. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - finished: Requests that ran to their end.
    ///   - cancelled: Requests that were cancelled.
    ///   - abandoned: Requests that were still running when the time was up.
    public init(finished: Int, cancelled: Int, abandoned: Int) {
        self.finished = finished
        self.cancelled = cancelled
        self.abandoned = abandoned
    }
}
