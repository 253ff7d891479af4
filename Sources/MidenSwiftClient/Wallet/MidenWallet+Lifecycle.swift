// The beginning of a wallet, its worker, and the end of it.

import Foundation

extension MidenWallet {
    /// Opens a wallet, making the store and the folders where there are none, and holds no thread that tasks share.
    ///
    /// What ``init(configuration:)`` does, for where its blocking matters: under a passphrase it takes half a second or so.
    /// Cancelling the task ends the wait for a store that another wallet has open, with ``MidenError/Code/cancelled``. It has
    /// no effect otherwise; the wallet is opened and can be let go.
    ///
    /// - Parameter configuration: What to open.
    /// - Returns: The wallet.
    /// - Throws: What ``init(configuration:)`` throws, and ``MidenError/Code/cancelled``.
    public static func open(configuration: Configuration) async throws -> MidenWallet {
        try await opened(configuration, restoring: nil)
    }

    /// Opens a wallet, after a backup was restored where there is one, and holds no thread that tasks share.
    static func opened(
        _ configuration: Configuration,
        restoring backup: ConfigurationMessage.BackupFile?
    ) async throws -> MidenWallet {
        let opening = try Opening(environment: ProcessInfo.processInfo.environment)
        defer { opening.end() }
        return try await withTaskCancellationHandler {
            try await onThreadOfItsOwn("miden.open") {
                try MidenWallet(configuration: configuration, restoring: backup, opening: opening)
            }.get()
        } onCancel: {
            opening.end()
        }
    }

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
    /// Cancelling the task has no effect: a shutdown takes little longer than its grace, up to four seconds more where what
    /// was given up still computes, and up to fourteen where a transaction is on its way to the network then. Whoever waits
    /// for one that is still on its way after ten is told its id, with the kind ``MidenError/Kind/closedAfterSubmission``.
    ///
    /// - Parameter grace: How long calls may take to finish; what has not been handed to the network by then is
    ///   cancelled. Zero cancels at once.
    /// - Returns: What became of the calls.
    /// - Throws: The ``MidenError`` that keeps the wallet from being closed.
    @discardableResult
    public func shutdown(gracefully grace: Duration = .seconds(30)) async throws -> ShutdownReport {
        let ending = self.ending ?? Ending(of: core, grace: grace)
        self.ending = ending
        return try await ending.report
    }
}
