// Payments to other accounts.

extension MidenWallet {
    /// Makes payments to any number of accounts, in one transaction: all of them or none. Each is a note that its recipient
    /// consumes; one with a reclaim height can be taken back from that block on, by consuming its note.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - sender: The account that pays, one of this wallet's.
    ///   - payments: The payments, from 1 to 1023.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in. Where it would be more,
    ///     the transaction is not made. Nil means any fee.
    ///   - prover: Who makes the proof of this one; nil means the wallet's ``Configuration/prover``. A remote prover sees the whole
    ///     transaction.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction, and the note of each payment in their order.
    /// - Throws: ``MidenError/Code/invalidParameter`` where a payment cannot be,
    ///   ``MidenError/Code/transactionSubmission`` where the account holds less than all payments together, cannot pay
    ///   the fee or is not to pay it (``MidenError/Kind/feeAboveMaximum``), ``MidenError/Code/lookup`` where it is not
    ///   in this wallet, ``MidenError/Code/nodeUnreachable``.
    @discardableResult
    public nonisolated func send(
        from sender: AccountID,
        payments: [Payment],
        maximumFee: Amount? = nil,
        prover: Prover? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> SentTransaction {
        try await transact(
            .send(payments),
            accountId: sender,
            maximumFee: maximumFee,
            prover: prover,
            reference: reference,
            timeout: timeout
        )
    }

    /// Sends an amount of a token to another account: ``send(from:payments:maximumFee:prover:reference:timeout:)`` with one payment.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - sender: The account that pays, one of this wallet's.
    ///   - recipient: The account that may consume the note.
    ///   - faucetId: The faucet that issues the token.
    ///   - amount: How much, in base units. One that says it is of another token is refused.
    ///   - noteType: Who can read the note. The details of a private note go by the note transport or by file.
    ///   - maximumFee: What the fee may be at most, in base units; nil means any fee.
    ///   - prover: Who makes the proof of this one; nil means the wallet's ``Configuration/prover``. A remote prover sees the whole
    ///     transaction.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction and the note.
    /// - Throws: ``MidenError/Code/transactionSubmission`` where the account holds less or cannot pay the fee,
    ///   ``MidenError/Code/lookup`` where it is not in this wallet, ``MidenError/Code/nodeUnreachable``.
    @discardableResult
    public nonisolated func send(
        from sender: AccountID,
        to recipient: AccountID,
        faucetId: AccountID,
        amount: Amount,
        noteType: NoteType = .public,
        maximumFee: Amount? = nil,
        prover: Prover? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> SentNote {
        let payment = try Payment(to: recipient, faucetId: faucetId, matching: amount, noteType: noteType)
        return try SentNote(
            await send(
                from: sender,
                payments: [payment],
                maximumFee: maximumFee,
                prover: prover,
                reference: reference,
                timeout: timeout
            )
        )
    }
}
