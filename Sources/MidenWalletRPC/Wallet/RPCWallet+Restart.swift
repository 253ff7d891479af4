import MidenSwiftClient

// What an earlier process left to do.

extension RPCWallet {
    /// Goes on with the transactions that were approved before this process began.
    ///
    /// What the file says was not approved in this process. So what is not submitted yet is made only if the entry is that of
    /// its reference, and if its origin has a grant for the account now. Otherwise it ends, unless the earlier process submitted
    /// it.
    ///
    /// - Throws: What the stores throw.
    func followEarlierTransactions() throws {
        for (reference, transaction) in try transactions.all() {
            if transaction.work == nil || transaction.network != offered.network {
                follow(transaction, reference)
            } else if !transaction.isOfReference(reference) {
                follow(transaction, reference, refusal: "Its entry in the file is not that of its reference")
            } else if !hasGrant(transaction) {
                follow(transaction, reference, refusal: "The site has no access to the account any more")
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
}
