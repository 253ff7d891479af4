// All notes at once.

extension MidenWallet {
    /// How many notes `consumeAllNotes` takes in one transaction at most if it is not told. It takes fewer if the proof would
    /// need more than ``Configuration/maximumProofMemory``.
    public static let notesPerTransaction = 100

    /// Takes what all payments carry that an account can consume now into it, in as few transactions as they fit in. Swaps
    /// and notes with scripts of somebody's own are left alone, as they may take something out of the account: `fillSwap`
    /// and `consumeNotes` take those. So are payments to somebody else that the account could take back, which
    /// `consumeNotes` does. A faucet burns what was given back to it. A note that cannot be consumed after all does not
    /// hold back the others, and is in the result with what was wrong with it. That can be its size: the proof may need more
    /// memory with this note alone than there is (``MidenError/Kind/proofTooLarge``).
    ///
    /// Cancelling the task stops it until the transaction at hand is handed to the network; that one is completed, and
    /// no further one is begun. What is left then is in the result, or where nothing was done it is
    /// ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: The account, one of this wallet's.
    ///   - notesPerTransaction: How many notes one transaction may consume: from 1 to 1024, and what is outside counts as
    ///     the nearest. Nil means ``notesPerTransaction``. A transaction whose proof would need more than
    ///     ``Configuration/maximumProofMemory`` takes fewer.
    ///   - maximumFee: What the fee of each transaction may be at most, in base units of the token fees are paid in;
    ///     nil means any fee.
    ///   - prover: Who makes the proof of this one; nil means the wallet's ``Configuration/prover``. A remote prover sees the whole
    ///     transaction.
    ///   - reference: What the request is named by, in 1 to 112 characters. Each transaction has one derived of it, which
    ///     ends with `/1`, `/2` and so on. The same request with the same reference goes on with what is left, and
    ///     returns all transactions. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait for each transaction at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transactions, none where there is nothing to consume, and the notes.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not in this wallet,
    ///   ``MidenError/Code/transactionSubmission``, ``MidenError/Code/nodeUnreachable``; only as long as no transaction
    ///   was made. What fails after that is in the result, with the notes that were left.
    @discardableResult
    public nonisolated func consumeAllNotes(
        accountId: AccountID,
        notesPerTransaction: Int? = nil,
        maximumFee: Amount? = nil,
        prover: Prover? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> ConsumedNotes {
        var consumption = Consumption(
            accountId: accountId,
            notesPerTransaction: notesPerTransaction ?? Self.notesPerTransaction,
            maximumFee: maximumFee,
            prover: prover,
            reference: reference
        )
        while let request = consumption.request {
            try consumption.take(await core.outcome(of: request, timeout: timeout))
        }
        return consumption.result
    }
}
