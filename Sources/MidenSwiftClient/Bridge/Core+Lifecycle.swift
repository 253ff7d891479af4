internal import CMidenSwiftClient
import Foundation

extension Core {
    /// What the worker has done so far. Reads counters and does not wait.
    func statistics() throws(MidenError) -> WalletStatistics {
        var counters = wc_statistics()
        let code = wc_miden_stats(handle, &counters)
        guard code == WC_OK else {
            throw MidenError(bareCode: code)
        }
        return WalletStatistics(counters)
    }

    /// Takes no more requests, waits for those that are there and closes the store. Blocks, for little longer than the
    /// grace, and where a transaction is on its way to the network then, for ten seconds more at most.
    func shutdown(grace: Duration) throws(MidenError) -> ShutdownReport {
        var report = wc_shutdown_report()
        let code = wc_miden_shutdown(handle, grace.graceMilliseconds, &report)
        guard code == WC_OK else {
            throw MidenError(bareCode: code)
        }
        // Drained, but still open.
        _ = wc_miden_destroy(handle)
        signerDesk?.close()
        return ShutdownReport(report)
    }
}

extension WalletStatistics {
    fileprivate init(_ counters: wc_statistics) {
        self.init(
            waiting: Int(clamping: counters.waiting),
            running: Int(clamping: counters.running),
            completed: Int(clamping: counters.completed),
            failed: Int(clamping: counters.failed),
            cancelled: Int(clamping: counters.cancelled),
            timedOut: Int(clamping: counters.timed_out),
            rejected: Int(clamping: counters.rejected),
            longestWait: .microseconds(Int64(clamping: counters.longest_wait_microseconds))
        )
    }
}

extension ShutdownReport {
    fileprivate init(_ report: wc_shutdown_report) {
        self.init(
            finished: Int(clamping: report.finished),
            cancelled: Int(clamping: report.cancelled),
            abandoned: Int(clamping: report.abandoned)
        )
    }
}
