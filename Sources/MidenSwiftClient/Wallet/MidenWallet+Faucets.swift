// Faucets of one's own: accounts that issue a token.

import Foundation

extension MidenWallet {
    /// Makes a faucet with its key and adds it to the wallet: an account that issues a token of its own. The network learns
    /// of it with its first transaction.
    ///
    /// A faucet pays the fees of its transactions itself. Where the network charges fees, send it some of the token fees
    /// are paid in, and consume that with it: this can be its first transaction.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - symbol: What the token is called, such as "GOLD": 1 to 12 capital letters.
    ///   - decimals: How many decimals the token has, 12 at most.
    ///   - maximumSupply: What there may be at most, in base units.
    ///   - name: The token's name, of 32 bytes at most; the symbol where not given.
    ///   - scheme: How the faucet signs.
    ///   - visibility: Where the faucet's state is kept. Of a private faucet nobody else can learn what its token is.
    ///   - publicKey: The public key of a key that the wallet's ``MidenSigner`` keeps, where there is a signer.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The faucet's account.
    /// - Throws: ``MidenError/Code/invalidParameter`` where there cannot be such a token (``MidenError/Kind/invalidToken``),
    ///   ``MidenError/Code/accountOperation`` where its key cannot be stored.
    public nonisolated func createFaucet(
        symbol: String,
        decimals: UInt8,
        maximumSupply: Amount,
        name: String? = nil,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        publicKey: Data? = nil,
        timeout: Duration? = nil
    ) async throws -> AccountID {
        let request = CreateFaucetRequest(
            symbol: symbol,
            decimals: decimals,
            maximumSupply: maximumSupply.baseUnits,
            name: name,
            scheme: scheme,
            visibility: visibility,
            publicKey: publicKey
        )
        return try await core.perform(request, timeout: timeout).accountId
    }

    /// Says how a faucet of this wallet stands: its token, what it has issued and what it may. Asks the store, not the
    /// network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: The faucet.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The faucet's details.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not in this wallet, ``MidenError/Code/accountOperation``
    ///   where it is not a faucet (``MidenError/Kind/notAFaucet``).
    public nonisolated func getFaucet(
        _ accountId: AccountID,
        timeout: Duration? = nil
    ) async throws -> FaucetDetails {
        try await FaucetDetails(core.perform(GetFaucetRequest(accountId: accountId), timeout: timeout))
    }

    /// Issues an amount of a faucet's token to an account, in a note that it consumes. The faucet is one of this wallet.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - faucetId: The faucet.
    ///   - recipient: The account that may consume the note.
    ///   - amount: How much, in base units.
    ///   - noteType: Who can read the note.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in. Where it would be more,
    ///     the transaction is not made. Nil means any fee.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction and the note.
    /// - Throws: ``MidenError/Code/transactionSubmission`` where there would be more than there may be
    ///   (``MidenError/Kind/supplyExceeded``) or the faucet cannot pay the fee, ``MidenError/Code/accountOperation`` where
    ///   the account is not a faucet, ``MidenError/Code/lookup`` where it is not in this wallet.
    @discardableResult
    public nonisolated func mint(
        from faucetId: AccountID,
        to recipient: AccountID,
        amount: Amount,
        noteType: NoteType = .public,
        maximumFee: Amount? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> SentNote {
        let draft = TransactionDraft.mint(to: recipient, amount: amount, noteType: noteType)
        return try SentNote(
            await transact(draft, accountId: faucetId, maximumFee: maximumFee, reference: reference, timeout: timeout)
        )
    }

    /// Gives an amount of a token back to the faucet that issued it. It is gone from the account at once, and from the
    /// token's supply when the faucet consumes the note: a faucet of this wallet finds it among its notes after a sync.
    ///
    /// Cancelling the task stops it with ``MidenError/Code/cancelled`` until the transaction is handed to the network;
    /// after that the call runs to its end.
    ///
    /// - Parameters:
    ///   - accountId: The account that holds the token.
    ///   - faucetId: The faucet that issued it.
    ///   - amount: How much, in base units.
    ///   - maximumFee: What the fee may be at most, in base units of the token fees are paid in. Where it would be more,
    ///     the transaction is not made. Nil means any fee.
    ///   - reference: What the request is named by, in 1 to 112 characters: the same request with the same reference is
    ///     carried out once, and has one outcome. Nil means that each call is a request of its own.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for transactions.
    /// - Returns: The transaction and the note for the faucet.
    /// - Throws: ``MidenError/Code/transactionSubmission`` where the account holds less or cannot pay the fee,
    ///   ``MidenError/Code/lookup`` where it is not in this wallet, ``MidenError/Code/nodeUnreachable``.
    @discardableResult
    public nonisolated func burn(
        from accountId: AccountID,
        faucetId: AccountID,
        amount: Amount,
        maximumFee: Amount? = nil,
        reference: String? = nil,
        timeout: Duration? = nil
    ) async throws -> SentNote {
        let draft = TransactionDraft.burn(faucetId: faucetId, amount: amount)
        return try SentNote(
            await transact(draft, accountId: accountId, maximumFee: maximumFee, reference: reference, timeout: timeout)
        )
    }
}
