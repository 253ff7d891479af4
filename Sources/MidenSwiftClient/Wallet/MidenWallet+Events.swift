// What happens in the wallet, as it happens.

extension MidenWallet {
    /// What happens in the wallet, in the order in which it does: syncs, notes, what becomes of transactions.
    ///
    /// Events are kept beside the store and numbered. A reader that is slow or restarted goes on where it was and misses
    /// none: keep the ``WalletEvent/cursor`` of each when it is dealt with.
    ///
    /// ```swift
    /// for try await event in wallet.events(after: lastCursor) {
    ///     if case .noteArrived(let note) = event.kind { … }
    ///     lastCursor = event.cursor
    /// }
    /// ```
    ///
    /// The wallet learns of things when it syncs, so somebody has to call ``sync(timeout:)`` from time to time,
    /// or ``keepSynced(every:jitter:)``. The sequence is woken by that, and reads nothing meanwhile. It ends when its task is
    /// cancelled or the wallet is shut down.
    ///
    /// Where the file with the events is lost, what is known of the wallet is told once more under new cursors, and an old
    /// cursor is refused. A wallet that is restored from a backup has the events of the one it came from, and takes its cursors
    /// up to the backup.
    ///
    /// - Parameter cursor: The place after which to begin; nil means with the first event there is.
    /// - Returns: The events.
    public nonisolated func events(after cursor: EventCursor? = nil) -> WalletEvents {
        WalletEvents(core: core, start: cursor)
    }

    /// The place after the newest event there is: for a reader whom only what happens from now on concerns.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The place.
    /// - Throws: ``MidenError/Code/store`` where the events cannot be read.
    public nonisolated func newestEvent(timeout: Duration? = nil) async throws -> EventCursor {
        try await core.perform(GetEventsRequest(after: nil, limit: 1), timeout: timeout).newest
    }

    /// Waits until a transaction has come as far as that, as far as the wallet has synced. Does not sync itself: somebody
    /// else has to, for one ``keepSynced(every:jitter:)`` in another task.
    ///
    /// Cancelling the task ends the wait with ``MidenError/Code/cancelled``; the transaction goes on.
    ///
    /// - Parameters:
    ///   - transactionId: A transaction of this wallet.
    ///   - milestone: How far it is to come.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction.
    /// - Throws: ``MidenError/Code/transactionSubmission`` of the kind ``MidenError/Kind/transactionDiscarded`` where it is
    ///   given up, ``MidenError/Code/timedOut``, ``MidenError/Code/lookup`` where it is not one of this wallet.
    @discardableResult
    public nonisolated func wait(
        for transactionId: TransactionID,
        until milestone: TransactionMilestone = .committed,
        timeout: Duration? = nil
    ) async throws -> Transaction {
        let deadline = ContinuousClock.now + (timeout ?? configuration.timeouts.transaction)
        while true {
            let rings = core.bell.count
            let transaction = try await getTransaction(transactionId)
            switch transaction.state {
            case .committed:
                return transaction
            case .discarded(let reason):
                throw MidenError(discarded: transactionId, reason: reason)
            case .pending:
                break
            }
            guard ContinuousClock.now < deadline else {
                throw MidenError(stillPending: transactionId)
            }
            await core.bell.rung(after: rings, until: deadline)
        }
    }
}

/// How far a transaction can be waited for.
public enum TransactionMilestone: Hashable, Sendable, CaseIterable {
    /// The transaction is in a block.
    case committed
}

extension MidenError {
    fileprivate init(discarded transactionId: TransactionID, reason: Transaction.DiscardReason) {
        self.init(
            code: .transactionSubmission,
            kind: .transactionDiscarded,
            message: "Transaction \(transactionId) will not be in a block, and its changes have been undone:"
                + " \(reason).",
            transactionId: transactionId
        )
    }

    fileprivate init(stillPending transactionId: TransactionID) {
        self.init(
            code: .timedOut,
            kind: .timedOut,
            message: "The time allowed has passed, and transaction \(transactionId) is not in a block yet, as far as"
                + " the wallet has synced.",
            isRetryable: true,
            transactionId: transactionId
        )
    }
}
