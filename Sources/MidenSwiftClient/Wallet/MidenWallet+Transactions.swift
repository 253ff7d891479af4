// The embedded chain's faucet, and what became of transactions.

extension MidenWallet {
    /// Asks the embedded chain's faucet for a token. There is no such faucet on a real network.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - recipient: The account that may consume the note.
    ///   - amount: How much, in base units.
    ///   - token: The symbol of one of the embedded chain's tokens; "MIDEN" is the one fees are paid in.
    ///   - noteType: Who can read the note.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The faucet's transaction and the note, which a sync brings to the wallet.
    /// - Throws: ``MidenError/Code/unsupported`` on any other network, and where the chain does not have the token.
    @discardableResult
    public nonisolated func mint(
        to recipient: AccountID,
        amount: Amount,
        token: String = "MIDEN",
        noteType: NoteType = .public,
        timeout: Duration? = nil
    ) async throws -> MintedNote {
        let request = MintRequest(
            accountId: recipient,
            token: token,
            amount: amount.baseUnits,
            noteType: noteType
        )
        return MintedNote(try await core.perform(request, timeout: timeout))
    }

    /// Says what has become of a transaction, as far as the wallet has synced. Asks the store, not the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - transactionId: A transaction of this wallet.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The transaction and its state.
    /// - Throws: ``MidenError/Code/lookup`` where the transaction is not one of this wallet.
    public nonisolated func getTransaction(
        _ transactionId: TransactionID,
        timeout: Duration? = nil
    ) async throws -> Transaction {
        try await Transaction(
            core.perform(GetTransactionRequest(transactionId: transactionId), timeout: timeout)
        )
    }
}
