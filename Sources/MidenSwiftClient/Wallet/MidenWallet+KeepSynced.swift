// Keeping up with the network.

extension MidenWallet {
    /// Syncs again and again until the task is cancelled, one sync at a time.
    ///
    /// ```swift
    /// let keeping = Task { try await wallet.keepSynced(every: .seconds(10)) }
    /// for try await event in wallet.events() { … }
    /// ```
    ///
    /// Where a sync fails and trying again can help, as without a connection, it waits twice as long after each failure, up to
    /// five minutes, or the interval where that is longer. Any other error ends it.
    ///
    /// Cancelling the task ends a running sync at its next boundary and returns without an error; nothing goes on in the
    /// background.
    ///
    /// - Parameters:
    ///   - interval: How long to wait between two syncs.
    ///   - jitter: By which part of itself a wait is longer or shorter at random, 0 to 1, so that many wallets do not
    ///     ask at the same moment. A tenth where not set.
    /// - Throws: ``MidenError/Code/invalidParameter`` where an interval or a jitter cannot be, and the error of a sync that
    ///   trying again does not help.
    public nonisolated func keepSynced(every interval: Duration = .seconds(10), jitter: Double = 0.1) async throws {
        let pace = try SyncPace(every: interval, jitter: jitter)
        var failures = 0
        while !Task.isCancelled {
            do {
                try await sync()
                failures = 0
            } catch let error as MidenError where error.isRetryable {
                failures += 1
            } catch MidenError.cancelled where Task.isCancelled {
                return
            }
            do {
                try await Task.sleep(for: pace.wait(afterFailures: failures, chance: .random(in: -1...1)))
            } catch {
                // Cancelled, and so done.
                return
            }
        }
    }
}

/// How long to wait between two syncs.
struct SyncPace: Equatable {
    /// No wait is made longer than this by failures.
    static let longestBackoff = Duration.seconds(300)

    let interval: Duration
    let jitter: Double

    init(every interval: Duration, jitter: Double) throws(MidenError) {
        guard interval > .zero, (0...1).contains(jitter) else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidParameter,
                message: "A wallet is kept in sync at an interval of more than nothing, with a jitter from 0 to 1."
                    + " These are \(interval) and \(jitter)."
            )
        }
        self.interval = interval
        self.jitter = jitter
    }

    /// The wait after so many failures in a row.
    ///
    /// - Parameters:
    ///   - failures: How many syncs have failed since the last that did not.
    ///   - chance: From -1 to 1, at random.
    /// - Returns: The wait.
    func wait(afterFailures failures: Int, chance: Double) -> Duration {
        var wait = interval
        var failures = failures
        while failures > 0, wait < Self.longestBackoff {
            wait = min(wait * 2, Self.longestBackoff)
            failures -= 1
        }
        return wait * (1 + jitter * chance)
    }
}
