internal import CMidenSwiftClient
import Foundation

extension Core {
    /// What has become of the calls so far: what the worker counts, and what never came to it. Does not wait.
    func statistics() throws(MidenError) -> WalletStatistics {
        let counters = try workerStatistics()
        return WalletStatistics(
            counters,
            admission: admission?.currentCounts ?? Admission.Counts(),
            cancelledBeforehand: countOfCancelledBeforehand
        )
    }

    /// What the worker counts.
    func workerStatistics() throws(MidenError) -> wc_statistics {
        var counters = wc_statistics()
        let code = wc_miden_stats(handle, &counters)
        guard code == WC_OK else {
            throw MidenError(bareCode: code)
        }
        return counters
    }

    /// Takes no more requests, waits for those that are there and closes the store. Blocks, for little longer than the
    /// grace, for four seconds more at most where what was given up still computes, and for fourteen where a transaction is
    /// on its way to the network.
    func shutdown(grace: Duration) throws(MidenError) -> ShutdownReport {
        // First, because no place becomes free for them any more; but not where the shutdown is going to be refused.
        var sentAway = 0
        if !Self.isOnWorkerThread {
            sentAway = admission?.close() ?? 0
        }
        var report = wc_shutdown_report()
        let code = wc_miden_shutdown(handle, grace.graceMilliseconds, &report)
        guard code == WC_OK else {
            if !Self.isOnWorkerThread {
                // Somebody else may be closing it at this moment.
                destroying.withLock {}
            }
            throw MidenError(bareCode: code)
        }
        admission?.close()
        // Drained, but still open: for the second of two shutdowns as well, until the first has closed it.
        destroying.withLock { _ = wc_miden_destroy(handle) }
        signerDesk?.close()
        // Who waits for events is to see that there will be none.
        bell.ring()
        return ShutdownReport(report, sentAway: sentAway)
    }
}

extension WalletStatistics {
    fileprivate init(_ counters: wc_statistics, admission: Admission.Counts, cancelledBeforehand: Int) {
        self.init(
            awaitingPlace: admission.waiting,
            waiting: Int(clamping: counters.waiting),
            running: Int(clamping: counters.running),
            completed: Int(clamping: counters.completed),
            failed: Int(clamping: counters.failed),
            cancelled: Int(clamping: counters.cancelled) + admission.cancelled + cancelledBeforehand,
            timedOut: Int(clamping: counters.timed_out) + admission.timedOut,
            // One that waited instead was not refused, as its caller sees it.
            rejected: max(0, Int(clamping: counters.rejected) - admission.refusals),
            longestWait: .microseconds(Int64(clamping: counters.longest_wait_microseconds))
        )
    }
}

extension ShutdownReport {
    /// With the calls that awaited a place in the queue and were sent away, of which Rust knows nothing.
    fileprivate init(_ report: wc_shutdown_report, sentAway: Int) {
        self.init(
            finished: Int(clamping: report.finished),
            cancelled: Int(clamping: report.cancelled) + sentAway,
            abandoned: Int(clamping: report.abandoned)
        )
    }
}
