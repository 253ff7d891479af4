import MidenSwiftClient

// What an earlier process left to do.

extension RPCWallet {
    /// Goes on with the transactions that were approved before this process began.
    ///
    /// What the file says was not approved in this process. So what is not submitted yet is made only if the entry is that of
    /// its reference, and if its origin has a grant for the account now.
    ///
    /// - Throws: What the stores throw.
    func followEarlierTransactions() async throws {
        for (reference, transaction) in try transactions.all() {
            if transaction.work == nil || transaction.network != offered.network {
                follow(transaction, reference)
            } else if !transaction.isOfReference(reference) {
                try await leave(reference, "Its entry in the file is not that of its reference")
            } else if !hasGrant(transaction) {
                try await leave(reference, "The site has no access to the account any more")
            } else {
                follow(transaction, reference)
            }
        }
    }

    /// Whether the origin of a transaction has a grant for its account. The Safari extension acts for the wallet's account.
    private func hasGrant(_ transaction: RequestedTransaction) -> Bool {
        guard let origin = transaction.origin else { return transaction.accountId == offered.accountId }
        return grants[origin]?.grant(of: transaction.accountId, on: offered.network) != nil
    }

    /// Ends a transaction that is not made. If the earlier process submitted it, it is followed instead.
    private func leave(_ reference: String, _ reason: String) async throws {
        let made: TransactionID?
        do {
            made = try await wallet.getTransactions(TransactionQuery(reference: reference)).transactions.first?.id
        } catch is MidenError {
            // It cannot be told now. The next start asks again.
            return
        }
        let state = made.map { RequestedTransaction.State.pending($0) } ?? .failed(reason: reason)
        guard let left = try transactions.setState(state, of: reference) else { return }
        announce(left, reference)
        follow(left, reference)
    }
}
