// What has become of the wallet's transactions, in pages.

extension MidenWallet {
    /// Lists the wallet's transactions in pages, newest first, as far as the wallet has synced. Asks a file beside the
    /// store, not the network.
    ///
    /// The order is that in which they were recorded and does not change. Who goes from page to page meets each
    /// transaction once, whatever happens meanwhile:
    ///
    /// ```swift
    /// var page = try await wallet.getTransactions()
    /// while let next = page.next {
    ///     page = try await wallet.getTransactions(after: next)
    /// }
    /// ```
    ///
    /// The first call on a store of an earlier version makes the file, which takes a while where there are thousands of
    /// transactions. Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - query: Which transactions; all of them where not given. The same for every page.
    ///   - cursor: Where the page begins, as the page before has it; nil means with the newest.
    ///   - limit: How many transactions there are in the page at most, 1 to 500.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The page.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the cursor is not one of this wallet or the limit cannot be,
    ///   ``MidenError/Code/store`` where the files cannot be read.
    public nonisolated func getTransactions(
        _ query: TransactionQuery = TransactionQuery(),
        after cursor: HistoryCursor? = nil,
        limit: Int = 50,
        timeout: Duration? = nil
    ) async throws -> TransactionPage {
        let request = GetTransactionsRequest(query, after: cursor, limit: limit)
        return try await TransactionPage(core.perform(request, timeout: timeout))
    }

    /// Puts copies of a committed transaction of the wallet into its store, for tests and benchmarks of long histories. Only
    /// a core with the embedded chain can.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Throws: ``MidenError/Code/unsupported`` where there is no transaction to copy.
    package nonisolated func fillHistory(count: UInt32, timeout: Duration? = nil) async throws {
        try await core.perform(FillHistoryRequest(count: count), timeout: timeout)
    }
}
