// Accounts that come from a mnemonic.

extension MidenWallet {
    /// Makes an account of a mnemonic and adds it to the wallet with its key: the account that the official Miden wallet
    /// makes of the same words. The network learns of it with its first transaction.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - mnemonic: The words. The wallet does not keep them.
    ///   - index: Which of the mnemonic's accounts of this scheme and visibility, from 0 to 2147483647.
    ///   - scheme: How the account signs.
    ///   - visibility: Where the account's state is kept.
    ///   - derivation: How the account is derived. Only accounts of earlier wallets are not of ``Mnemonic/Derivation/v1``.
    ///   - name: What people call the account, in this wallet alone, as ``rename(account:to:timeout:)`` takes it. Nil means no
    ///     name.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The account's id.
    /// - Throws: ``MidenError/Code/invalidParameter`` where there can be no such index or the name cannot be one,
    ///   ``MidenError/Code/accountOperation`` where the wallet has the account already, where another account has the name, where
    ///   the key cannot be stored, or where the wallet's keys come from a signer. No account is made then.
    public nonisolated func createWallet(
        mnemonic: Mnemonic,
        index: UInt32 = 0,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        derivation: Mnemonic.Derivation = .v1,
        name: String? = nil,
        timeout: Duration? = nil
    ) async throws -> AccountID {
        let request = CreateWalletRequest(
            mnemonic: mnemonic,
            index: index,
            derivation: derivation,
            scheme: scheme,
            visibility: visibility,
            name: name
        )
        return try await core.perform(request, timeout: timeout).accountId
    }

    /// Looks for the accounts of a mnemonic on the network, and takes in those whose state it has, with their keys.
    ///
    /// Of each scheme, derivation and visibility the network is asked for the accounts of index 0, 1, 2 … until as many
    /// in a row are unused as the gap limit says. It knows an account from its first transaction on: one that has only
    /// been paid is not found, and can be made again with
    /// ``createWallet(mnemonic:index:scheme:visibility:derivation:name:timeout:)``. Accounts this wallet has count as used.
    ///
    /// Of a private account the network has only a commitment: it is found, and needs its account file. Sync after this
    /// and before using the accounts: that brings the notes that wait for them, those of blocks that the wallet had seen
    /// before, too.
    ///
    /// The earlier transactions of the accounts come into the history, as far as the chain tells of them:
    /// ``TransactionRecord/fromChain`` says of how many notes it is not known what they carried. Where the node does not
    /// tell, that is no error here: the next sync asks again. Nor are they events. Those of a private account come with
    /// the first sync after its account file was taken in.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``. Where it ends so, by its timeout or with an
    /// error, the accounts that were restored until then stay, and the next call finds them there.
    ///
    /// - Parameters:
    ///   - mnemonic: The words. The wallet does not keep them.
    ///   - gapLimit: After how many unused accounts in a row no more are looked for, from 1 to 100.
    ///   - schemes: How the accounts sign. To look for those of Falcon takes a quarter of a second for each.
    ///   - derivations: How they are derived.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions, because the network is asked
    ///     many questions.
    /// - Returns: The accounts that exist, with what has become of each; none where the mnemonic was never used.
    /// - Throws: ``MidenError/Code/invalidParameter`` where there can be no such gap limit,
    ///   ``MidenError/Code/nodeUnreachable``, ``MidenError/Code/networkMismatch``, ``MidenError/Code/unsupported`` where
    ///   the wallet's keys come from a signer.
    @discardableResult
    public nonisolated func restore(
        mnemonic: Mnemonic,
        gapLimit: UInt32 = 20,
        schemes: [SignatureScheme] = [.ecdsaK256Keccak],
        derivations: [Mnemonic.Derivation] = [.v1],
        timeout: Duration? = nil
    ) async throws -> [RestoredAccount] {
        let request = RestoreRequest(
            phrase: mnemonic.phrase,
            gapLimit: gapLimit,
            schemes: schemes,
            derivations: derivations
        )
        let longest = timeout ?? configuration.timeouts.transaction
        return try await core.perform(request, timeout: longest).accounts.map(RestoredAccount.init)
    }
}
