// Swaps: notes that carry one asset and are consumed by who pays another for it.

extension MidenWallet {
    /// Offers an asset for another one. Whoever can read the swap's note can fill it, and pays by that: what was paid
    /// comes in with a later sync, as a note to consume.
    ///
    /// A swap that is taken whole has no way back of its own (see ``cancelSwap(accountId:noteId:maximumFee:reference:timeout:)``).
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - accountId: The account that offers, one of this wallet's.
    ///   - offered: What it offers.
    ///   - requested: What it wants for it.
    ///   - noteType: Who can read the swap's note. A private one can only be filled by who is handed it as a file.
    ///   - paybackType: Who can read the note that brings what was paid.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in. Where it would be more,
    ///     the transaction is not made. Nil means any fee.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction and the swap's note.
    /// - Throws: ``MidenError/Code/invalidParameter`` where there cannot be such a swap,
    ///   ``MidenError/Code/transactionSubmission`` where the account does not hold what it offers or cannot pay the fee,
    ///   ``MidenError/Code/lookup`` where it is not in this wallet.
    @discardableResult
    public nonisolated func swap(
        from accountId: AccountID,
        offering offered: SwapAsset,
        for requested: SwapAsset,
        noteType: NoteType = .public,
        paybackType: NoteType = .private,
        maximumFee: Amount? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> SentNote {
        let offer = SwapOffer(offering: offered, for: requested, noteType: noteType, paybackType: paybackType)
        return try SentNote(
            await transact(
                .swap(offer),
                accountId: accountId,
                maximumFee: maximumFee,
                reference: reference,
                timeout: timeout
            )
        )
    }

    /// Offers an amount of a token for an amount of another one, to be filled in parts at the same price. Each part that is
    /// filled makes a note with what was paid and, until it is filled whole, one with what is left.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - accountId: The account that offers, one of this wallet's.
    ///   - offered: What it offers: an amount.
    ///   - requested: What it wants for all of it: an amount.
    ///   - minimumFill: What has to be paid at least at a time; nil means any amount.
    ///   - noteType: Who can read the swap's note. A private one can only be filled by who is handed it as a file.
    ///   - paybackType: Who can read the notes that bring what was paid.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in. Where it would be more,
    ///     the transaction is not made. Nil means any fee.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction and the swap's note.
    /// - Throws: ``MidenError/Code/invalidParameter`` where there cannot be such a swap,
    ///   ``MidenError/Code/transactionSubmission`` where the account does not hold what it offers or cannot pay the fee,
    ///   ``MidenError/Code/lookup`` where it is not in this wallet.
    @discardableResult
    public nonisolated func partialSwap(
        from accountId: AccountID,
        offering offered: SwapAsset,
        for requested: SwapAsset,
        minimumFill: Amount? = nil,
        noteType: NoteType = .public,
        paybackType: NoteType = .private,
        maximumFee: Amount? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> SentNote {
        let offer = SwapOffer(
            offering: offered,
            for: requested,
            isPartial: true,
            minimumFill: minimumFill,
            noteType: noteType,
            paybackType: paybackType
        )
        return try SentNote(
            await transact(
                .swap(offer),
                accountId: accountId,
                maximumFee: maximumFee,
                reference: reference,
                timeout: timeout
            )
        )
    }

    /// Takes an offer: pays what it requests and gets what it carries. A public swap that the wallet does not know is asked
    /// for by its id; a private one has to be imported first.
    ///
    /// ``preview(_:accountId:timeout:)`` with ``TransactionDraft/fillSwap(_:amount:)`` says what comes in and goes out.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - accountId: The account that pays, one of this wallet's.
    ///   - noteId: The swap's note.
    ///   - amount: How much is paid, in base units of what is requested, for a swap that can be filled in parts. Nil
    ///     means all that it requests.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in. Where it would be more,
    ///     the transaction is not made. Nil means any fee.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction.
    /// - Throws: ``MidenError/Code/noteOperation`` where it is not a swap or cannot be found,
    ///   ``MidenError/Code/invalidParameter`` where the amount cannot be (``MidenError/Kind/invalidFill``),
    ///   ``MidenError/Code/transactionSubmission`` where the account does not hold what is to be paid or cannot pay the fee.
    @discardableResult
    public nonisolated func fillSwap(
        accountId: AccountID,
        noteId: NoteID,
        amount: Amount? = nil,
        maximumFee: Amount? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> TransactionID {
        let draft = TransactionDraft.fillSwap(noteId, amount: amount)
        return try await transact(
            draft,
            accountId: accountId,
            maximumFee: maximumFee,
            reference: reference,
            timeout: timeout
        )
        .transactionId
    }

    /// Takes back what an own swap offers, or what is left of it.
    ///
    /// A partial swap gives it back to who made it. A swap that is taken whole has no such way: the account fills its own
    /// swap, so it has to hold what the swap requests, and gets that back with a later sync, as a note to consume.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - accountId: The account that offers it.
    ///   - noteId: The swap's note. Of one that was filled in part, the note with what is left: see ``getSwaps(timeout:)``.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in. Where it would be more,
    ///     the transaction is not made. Nil means any fee.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction.
    /// - Throws: ``MidenError/Code/noteOperation`` where it is not a swap, is one of another account or was filled,
    ///   ``MidenError/Code/transactionSubmission`` where there is no way back (``MidenError/Kind/noWayBack``) or the
    ///   account cannot pay the fee.
    @discardableResult
    public nonisolated func cancelSwap(
        accountId: AccountID,
        noteId: NoteID,
        maximumFee: Amount? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> TransactionID {
        try await transact(
            .cancelSwap(noteId),
            accountId: accountId,
            maximumFee: maximumFee,
            reference: reference,
            timeout: timeout
        )
        .transactionId
    }

    /// Lists the swaps that are open: those of this wallet's accounts, and those of others that it has seen. Asks the store,
    /// not the network: what others have filled since the last sync is among them.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The swaps.
    /// - Throws: ``MidenError/Code/store`` where the store cannot be read.
    public nonisolated func getSwaps(
        timeout: Duration? = nil
    ) async throws -> [OpenSwap] {
        try await core.perform(GetSwapsRequest(), timeout: timeout).swaps.map(OpenSwap.init)
    }
}
