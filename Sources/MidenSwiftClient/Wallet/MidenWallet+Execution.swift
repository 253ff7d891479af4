// Transactions and programs with code of one's own, and what they leave behind.

extension MidenWallet {
    /// Carries out a transaction with code of one's own. ``preview(_:accountId:timeout:)`` with ``TransactionDraft/custom(_:)``
    /// says before what it would do and its fee.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - accountId: The account whose transaction it is, one of this wallet's.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in; nil means any fee.
    ///   - prover: Who makes the proof of this one; nil means the wallet's ``Configuration/prover``. A remote prover sees the whole
    ///     transaction.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction, and the notes it was told to make.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the transaction cannot be, ``MidenError/Code/transactionSubmission``
    ///   where the code fails, whose causes say what the virtual machine said, or where the account cannot pay the fee or is
    ///   not to pay it, with the kind ``MidenError/Kind/changesNothing`` if it makes calls that would do nothing but pay the fee,
    ///   ``MidenError/Code/noteOperation`` for its notes, ``MidenError/Code/nodeUnreachable``.
    @discardableResult
    public nonisolated func execute(
        _ transaction: CustomTransaction,
        accountId: AccountID,
        maximumFee: Amount? = nil,
        prover: Prover? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> SentTransaction {
        let request = TransactRequest(
            accountId: accountId,
            draft: .custom(transaction),
            maximumFee: maximumFee,
            prover: prover,
            reference: reference
        )
        return SentTransaction(try await core.perform(request, timeout: timeout))
    }

    /// Runs a script as a transaction would, at the block the wallet has synced to, and says what it leaves on the stack.
    /// Nothing is signed, proven or changed.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - script: What is run.
    ///   - accountId: The account it runs on, one of this wallet's; nil means the default one. For the call of a procedure of
    ///     another account any will do. A wallet without an account needs none to read other accounts.
    ///   - scriptArgument: What is on top of the stack when a compiled script begins, as ``CustomTransaction/scriptArgument``.
    ///   - advice: Entries of the advice map.
    ///   - foreignAccounts: Accounts the script reads besides its own, as ``CustomTransaction/foreignAccounts``.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The 16 elements on top of the stack, the top first.
    /// - Throws: ``MidenError/Code/lookup`` where there is no such account, ``MidenError/Code/transactionSubmission`` where the
    ///   code fails, ``MidenError/Code/nodeUnreachable`` where another account has to be fetched,
    ///   ``MidenError/Kind/notSynced`` where the wallet has never synced.
    public nonisolated func run(
        _ script: Script,
        accountId: AccountID? = nil,
        scriptArgument: Word? = nil,
        advice: [AdviceEntry] = [],
        foreignAccounts: [AccountID] = [],
        timeout: Duration? = nil
    ) async throws -> [Felt] {
        let request = RunProgramRequest(
            accountId: accountId,
            script: script,
            scriptArgument: scriptArgument,
            advice: advice,
            foreignAccounts: foreignAccounts
        )
        return try await core.perform(request, timeout: timeout).stack
    }

    /// Reads an account's storage: all its slots, one of them, or one entry of a map. Of an account of this wallet it comes
    /// from the store; of another one, which has to be public, from the network, at the block the wallet has synced to, and
    /// is checked against that block's header.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - slot: The slot; nil means all of them, without the entries of maps.
    ///   - key: A key of the map in the slot; nil means all of them.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: What is there.
    /// - Throws: ``MidenError/Code/lookup`` where there is no such slot or no such account, or the account is private and not in
    ///   this wallet, ``MidenError/Code/invalidParameter`` where a key is asked of a slot that is no map,
    ///   ``MidenError/Code/nodeUnreachable``.
    public nonisolated func getStorage(
        accountId: AccountID,
        slot: StorageSlot.Query? = nil,
        key: Word? = nil,
        timeout: Duration? = nil
    ) async throws -> AccountStorage {
        let request = GetStorageRequest(accountId: accountId, slot: slot, key: key)
        return AccountStorage(try await core.perform(request, timeout: timeout))
    }

    /// Asks the node what has become of a note for an account that the network drives itself.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - noteId: The note.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: How far it has come.
    /// - Throws: ``MidenError/Code/noteOperation`` where the network does not know it as such a note,
    ///   ``MidenError/Code/unsupported`` on the embedded chain, which drives no accounts,
    ///   ``MidenError/Code/nodeUnreachable``.
    public nonisolated func getNetworkNoteStatus(
        noteId: NoteID,
        timeout: Duration? = nil
    ) async throws -> NetworkNoteStatus {
        NetworkNoteStatus(try await core.perform(GetNetworkNoteRequest(noteId: noteId), timeout: timeout))
    }
}
