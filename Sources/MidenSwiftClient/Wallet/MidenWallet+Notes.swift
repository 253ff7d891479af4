// Notes that were sent to the wallet's accounts.

extension MidenWallet {
    /// Lists the notes an account can or may be able to consume, as far as the wallet has synced. Asks the store, not
    /// the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: An account of this wallet; nil means all of them.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The notes.
    /// - Throws: ``MidenError/Code/invalidParameter`` where there can be no such id, ``MidenError/Code/lookup`` where
    ///   the account is not in this wallet.
    public nonisolated func getInputNotes(
        accountId: AccountID? = nil,
        timeout: Duration? = nil
    ) async throws -> InputNotesResult {
        InputNotesResult(try await core.perform(GetInputNotesRequest(accountId: accountId), timeout: timeout))
    }

    /// Lists the notes an account can or may be able to consume, as far as the wallet has synced. Asks the store, not
    /// the network.
    ///
    /// Blocks the calling thread until the answer is there. In an async function the compiler takes the async one.
    ///
    /// - Parameters:
    ///   - accountId: An account of this wallet; nil means all of them.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The notes.
    /// - Throws: ``MidenError/Code/invalidParameter`` where there can be no such id, ``MidenError/Code/lookup`` where
    ///   the account is not in this wallet.
    @available(
        *,
        noasync,
        message: "In an async function, write 'try await wallet.getInputNotes(…)'. Move top-level code into one."
    )
    public nonisolated func getInputNotes(
        accountId: AccountID? = nil,
        timeout: Duration? = nil
    ) throws -> InputNotesResult {
        InputNotesResult(try core.perform(GetInputNotesRequest(accountId: accountId), timeout: timeout))
    }

    /// Takes what notes carry into an account, in one transaction: proves it, hands it to the network and records it.
    /// The balance shows it at once; ``getTransaction(_:timeout:)`` says after a sync when it is in a block.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - accountId: The account, one of this wallet's.
    ///   - noteIds: The notes, from 1 to 1024. One of the account's own payments is taken back by this, once it can be.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in. Where it would be more,
    ///     the transaction is not made. Nil means any fee.
    ///   - prover: Who makes the proof of this one; nil means the wallet's ``Configuration/prover``. A remote prover sees the whole
    ///     transaction.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction's id.
    /// - Throws: ``MidenError/Code/noteOperation`` where a note is not there, consumed already, not on the chain yet,
    ///   locked or for another account, ``MidenError/Code/transactionSubmission`` where the transaction fails, for one
    ///   because the account cannot pay the fee or is not to pay it, ``MidenError/Code/nodeUnreachable``.
    @discardableResult
    public nonisolated func consumeNotes(
        accountId: AccountID,
        noteIds: [NoteID],
        maximumFee: Amount? = nil,
        prover: Prover? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> TransactionID {
        try await transact(
            .consume(noteIds),
            accountId: accountId,
            maximumFee: maximumFee,
            prover: prover,
            reference: reference,
            timeout: timeout
        ).transactionId
    }

    /// Takes what notes carry into an account, in one transaction: proves it, hands it to the network and records it.
    /// The balance shows it at once; ``getTransaction(_:timeout:)`` says after a sync when it is in a block.
    ///
    /// Blocks the calling thread until the answer is there. In an async function the compiler takes the async one.
    ///
    /// - Parameters:
    ///   - accountId: The account, one of this wallet's.
    ///   - noteIds: The notes, from 1 to 1024. One of the account's own payments is taken back by this, once it can be.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in. Where it would be more,
    ///     the transaction is not made. Nil means any fee.
    ///   - prover: Who makes the proof of this one; nil means the wallet's ``Configuration/prover``. A remote prover sees the whole
    ///     transaction.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction's id.
    /// - Throws: ``MidenError/Code/noteOperation`` where a note is not there, consumed already, not on the chain yet,
    ///   locked or for another account, ``MidenError/Code/transactionSubmission`` where the transaction fails, for one
    ///   because the account cannot pay the fee or is not to pay it, ``MidenError/Code/nodeUnreachable``.
    @discardableResult
    @available(
        *,
        noasync,
        message: "In an async function, write 'try await wallet.consumeNotes(…)'. Move top-level code into one."
    )
    public nonisolated func consumeNotes(
        accountId: AccountID,
        noteIds: [NoteID],
        maximumFee: Amount? = nil,
        prover: Prover? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) throws -> TransactionID {
        let request = TransactRequest(
            accountId: accountId,
            draft: .consume(noteIds),
            approved: nil,
            maximumFee: maximumFee,
            prover: prover,
            reference: reference
        )
        return SentTransaction(try core.perform(request, timeout: timeout)).transactionId
    }

    /// Lists the private notes that this wallet made for others and that have not been delivered yet. Asks the store, not
    /// the network.
    ///
    /// Every ``sync(timeout:)`` delivers those that are in a block, where the wallet has a
    /// ``MidenWallet/Configuration/noteTransport``. A process that ends and a transport that is out of reach lose nothing.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The notes.
    /// - Throws: ``MidenError/Code/store`` where the store cannot be read.
    public nonisolated func getUndeliveredNotes(timeout: Duration? = nil) async throws -> [UndeliveredNote] {
        try await core.perform(GetUndeliveredNotesRequest(), timeout: timeout).notes.map(UndeliveredNote.init)
    }
}
