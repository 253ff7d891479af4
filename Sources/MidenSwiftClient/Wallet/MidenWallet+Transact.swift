// Any transaction there is.

extension MidenWallet {
    /// Makes the transaction of a draft, of any kind that ``preview(_:accountId:timeout:)`` takes.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - draft: The transaction.
    ///   - accountId: The account whose transaction it is, one of this wallet's.
    ///   - approved: What the user approved, from the preview of the same draft. A transaction that would move more, to others,
    ///     cost a higher fee, or change storage or code in another way is refused before it is signed. Nil means no limit.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in. Where it would be more,
    ///     the transaction is not made. Nil means any fee.
    ///   - prover: Who makes the proof of this one; nil means the wallet's ``Configuration/prover``. A remote prover sees the whole
    ///     transaction.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction, and the notes it makes for the draft, in its order. Those that come of consuming a note,
    ///   such as what is left of a swap, are not among them.
    /// - Throws: What the method for this kind of transaction throws, ``MidenError/Kind/approvalExceeded``,
    ///   ``MidenError/Kind/approvalOfAnotherRequest`` if the draft or the account is another one than was previewed.
    @discardableResult
    public nonisolated func transact(
        _ draft: TransactionDraft,
        accountId: AccountID,
        approved: TransactionApproval? = nil,
        maximumFee: Amount? = nil,
        prover: Prover? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> SentTransaction {
        let request = TransactRequest(
            accountId: accountId,
            draft: draft,
            approved: approved,
            maximumFee: maximumFee,
            prover: prover,
            reference: reference
        )
        return SentTransaction(try await core.perform(request, timeout: timeout))
    }
}
