import Foundation

// Accounts whose keys are elsewhere, and signatures of messages.

extension MidenWallet {
    /// Makes an account for a key the wallet does not have, and adds it to the wallet. The network learns of it with its
    /// first transaction, which the ``MidenSigner`` of the wallet's ``Configuration`` signs as it does all others.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - publicKey: The public key. For ECDSA a point of 33 bytes, or of 65 uncompressed; for Falcon the form in which
    ///     Miden writes it.
    ///   - scheme: How the account signs.
    ///   - visibility: Where the account's state is kept.
    ///   - name: What people call the account, in this wallet alone, as ``rename(account:to:timeout:)`` takes it. Nil means no
    ///     name.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The account's id.
    /// - Throws: ``MidenError/Code/accountOperation`` where it is not a public key of the scheme, where the wallet's keys
    ///   do not come from a signer, where the wallet has the account already, or where another account has the name,
    ///   ``MidenError/Code/invalidParameter`` where the name cannot be one. No account is made then.
    public nonisolated func createWallet(
        publicKey: Data,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        name: String? = nil,
        timeout: Duration? = nil
    ) async throws -> AccountID {
        try await core.perform(
            CreateWalletRequest(publicKey: publicKey, scheme: scheme, visibility: visibility, name: name),
            timeout: timeout
        ).accountId
    }

    /// Signs a message with an account's key, or asks the wallet's signer to. Nothing goes over the network, and nothing
    /// that is signed so can be taken for a transaction.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - message: The message, of any length.
    ///   - accountId: An account of this wallet.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The signature, with the public key; ``MessageSignature/isValid(for:)`` verifies it.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not in this wallet,
    ///   ``MidenError/Code/accountOperation`` where its key cannot be used or the signer does not sign.
    public nonisolated func sign(
        message: Data,
        accountId: AccountID,
        timeout: Duration? = nil
    ) async throws -> MessageSignature {
        let request = SignMessageRequest(accountId: accountId, kind: .message, message: message)
        return try await core.perform(request, timeout: timeout)
    }
}
