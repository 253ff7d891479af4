// What came of a request with a reference.

extension MidenWallet {
    /// Returns what came of a request that was made with a reference before, as repeating it would, and makes no
    /// transaction. Settles first what an earlier run of the process has left, and waits until the account's transactions
    /// that are under way are done. The draft need not be possible any more.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - draft: The transaction that was asked for.
    ///   - accountId: The account whose transaction it is, one of this wallet's.
    ///   - reference: What the request was named by.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction, or nil if none was made, or none that can be included: repeating the request would make
    ///   one then.
    /// - Throws: ``MidenError/Kind/referenceUsed`` if it names another request, ``MidenError/Kind/referenceUnsettled``,
    ///   ``MidenError/Kind/referencesNotKnownYet``, ``MidenError/Code/lookup`` if the account is not in this wallet,
    ///   ``MidenError/Code/nodeUnreachable`` if the wallet has to catch up with the network and cannot.
    public nonisolated func getOutcome(
        of draft: TransactionDraft,
        accountId: AccountID,
        reference: String,
        timeout: Duration? = nil
    ) async throws -> SentTransaction? {
        let request = OutcomeRequest(accountId: accountId, draft: draft, reference: reference)
        return try await core.perform(request, timeout: timeout).made.map(SentTransaction.init)
    }
}
