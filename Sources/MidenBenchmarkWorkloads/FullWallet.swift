import MidenSwiftClient

/// A wallet that is full of work that does not end: its node never answers a sync, and the calls that wait for it take all
/// that the wallet runs at a time and, where that is asked for, every slot of the queue.
public struct FullWallet: Sendable {
    /// How many calls can wait.
    public static let slots = 256
    /// How many calls that ask the network a wallet runs at a time.
    static let running = 16

    /// The wallet.
    public let wallet: MidenWallet
    private let syncs: [Task<Void, any Error>]

    /// Opens the wallet and fills it.
    ///
    /// - Parameters:
    ///   - directory: An empty folder for the files.
    ///   - waiting: How many calls are to wait; at most ``slots``.
    /// - Throws: `MidenError`.
    public init(in directory: String, waiting: Int = slots) async throws {
        let late = MidenWallet.EmbeddedOptions(proofs: .dummy, syncDelay: .seconds(86_400))
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(network: .embedded(late), dataDirectory: directory)
        )
        let sync: @Sendable () async throws -> Void = { _ = try await wallet.sync(timeout: .seconds(90_000)) }
        var syncs = (0..<Self.running).map { _ in Task { try await sync() } }
        // First those that run: as long as they wait they take the slots of the others.
        try await wallet.waitForCalls { $0.waiting + $0.running == Self.running }
        // The worker starts the oldest first, so all of them run when this has an answer.
        try await wallet.ping()
        syncs += (0..<waiting).map { _ in Task { try await sync() } }
        try await wallet.waitForCalls { $0.waiting == waiting }
        self.wallet = wallet
        self.syncs = syncs
    }

    /// Makes calls that are all refused, because the queue is full.
    ///
    /// - Parameter calls: How many.
    /// - Returns: How long they took together, how many failed with `queueFull`, and how many the wallet counted.
    /// - Throws: `MidenError`, from a call that fails in another way.
    public func refused(calls: Int) async throws -> (took: Duration, refused: Int, counted: Int) {
        let before = try wallet.statistics.rejected
        let begun = ContinuousClock.now
        var refused = 0
        for _ in 0..<calls {
            do {
                try await wallet.ping()
            } catch MidenError.queueFull {
                refused += 1
            }
        }
        let took = ContinuousClock.now - begun
        return (took, refused, try wallet.statistics.rejected - before)
    }

    /// Adds a call that waits in the queue, cancels it and waits for its end.
    ///
    /// - Returns: The time from the cancellation to the caller's release.
    /// - Throws: ``WorkloadError`` where it ends otherwise.
    public func cancelWaiting() async throws -> Duration {
        let before = try wallet.statistics.waiting
        let sync = Task { () -> ContinuousClock.Instant? in await released { try await wallet.sync() } }
        try await wallet.waitForCalls { $0.waiting == before + 1 }
        return try await cancel(sync)
    }

    /// Closes the wallet at once, as full as it is.
    ///
    /// - Returns: How long that took, until every caller had its answer, what the wallet says of it, and how many callers
    ///   there were.
    /// - Throws: `MidenError`.
    public func close() async throws -> (took: Duration, report: ShutdownReport, callers: Int) {
        let begun = ContinuousClock.now
        let report = try await wallet.shutdown(gracefully: .zero)
        for sync in syncs {
            _ = await sync.result
        }
        return (ContinuousClock.now - begun, report, syncs.count)
    }
}
