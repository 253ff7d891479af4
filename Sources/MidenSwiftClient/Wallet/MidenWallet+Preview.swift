// What a transaction would do.

extension MidenWallet {
    /// Says what a transaction would do if it were made now: what comes in and goes out, the notes it would make, and the
    /// fee. Executes it, and neither proves nor submits it; a ``MidenSigner`` is not asked. Waits until the account's
    /// transactions that are under way are done.
    ///
    /// ``TransactionSummary/fee`` is what the transaction is charged when it is made, as long as the account and the
    /// draft are the same. The notes it would make have other ids then.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - draft: The transaction.
    ///   - accountId: The account whose transaction it would be, one of this wallet's.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: What it would do.
    /// - Throws: What ``send(from:payments:maximumFee:prover:timeout:)`` and
    ///   ``consumeNotes(accountId:noteIds:maximumFee:prover:timeout:)`` throw where they cannot begin, for one because the
    ///   account cannot pay the fee.
    public nonisolated func preview(
        _ draft: TransactionDraft,
        accountId: AccountID,
        timeout: Duration? = nil
    ) async throws -> TransactionSummary {
        TransactionSummary(
            try await core.perform(PreviewRequest(accountId: accountId, draft: draft), timeout: timeout)
        )
    }

    /// Says what a transaction would do if it were made now: what comes in and goes out, the notes it would make, and the
    /// fee. Executes it, and neither proves nor submits it; a ``MidenSigner`` is not asked. Waits until the account's
    /// transactions that are under way are done.
    ///
    /// ``TransactionSummary/fee`` is what the transaction is charged when it is made, as long as the account and the
    /// draft are the same. The notes it would make have other ids then.
    ///
    /// Blocks the calling thread until the answer is there. Not to be had inside a task, where the async one is.
    ///
    /// - Parameters:
    ///   - draft: The transaction.
    ///   - accountId: The account whose transaction it would be, one of this wallet's.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: What it would do.
    /// - Throws: What ``send(from:payments:maximumFee:prover:timeout:)`` and
    ///   ``consumeNotes(accountId:noteIds:maximumFee:prover:timeout:)`` throw where they cannot begin, for one because the
    ///   account cannot pay the fee.
    @available(*, noasync)
    public nonisolated func preview(
        _ draft: TransactionDraft,
        accountId: AccountID,
        timeout: Duration? = nil
    ) throws -> TransactionSummary {
        TransactionSummary(
            try core.perform(PreviewRequest(accountId: accountId, draft: draft), timeout: timeout)
        )
    }
}
