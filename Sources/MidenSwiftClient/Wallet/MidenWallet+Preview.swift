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
    /// - Throws: What ``send(from:payments:maximumFee:prover:reference:timeout:)`` and
    ///   ``consumeNotes(accountId:noteIds:maximumFee:prover:reference:timeout:)`` throw where they cannot begin, for one because the
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

    /// Says what `consumeAllNotes` would do if it were called now: executes its first transaction, and neither proves nor
    /// submits it. A ``MidenSigner`` is not asked. Waits until the account's transactions that are under way are done.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: The account, one of this wallet's.
    ///   - notesPerTransaction: How many notes one transaction may consume: from 1 to 1024, and what is outside counts as
    ///     the nearest. Nil means ``notesPerTransaction``.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: What the first transaction would do, what is left for further ones, and the notes that cannot be
    ///   consumed. The cycles of a transaction are known with its signature, so the first one takes fewer notes than the
    ///   preview says if its proof would need more than ``Configuration/maximumProofMemory``.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not in this wallet,
    ///   ``MidenError/Code/nodeUnreachable`` where the wallet has to catch up with the network and cannot.
    public nonisolated func previewConsumeAllNotes(
        accountId: AccountID,
        notesPerTransaction: Int? = nil,
        timeout: Duration? = nil
    ) async throws -> ConsumptionPreview {
        let maximum = max(notesPerTransaction ?? Self.notesPerTransaction, 1)
        let request = PreviewConsumeAllRequest(accountId: accountId, maximumNotes: maximum)
        return ConsumptionPreview(try await core.perform(request, timeout: timeout))
    }
}
