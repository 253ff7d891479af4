import Foundation

// From an account to its key, and from a signature to the account it is of.

extension MidenWallet {
    /// Whether a signature is one of a message by an account, of this wallet or of anybody: what proves to a server that
    /// somebody has an account.
    ///
    /// Which key signs for a public account is on the chain: the node is asked for its newest state, which is checked as
    /// ``PublicAccount/Verification`` says, and the wallet syncs where it has not come to that block yet. The key of a private
    /// account is nowhere but where its state is, and so it is known of the wallet's own accounts alone.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - message: The message, of any length.
    ///   - accountId: The account.
    ///   - timeout: How long to wait at most for each answer of the node; nil means the wallet's timeout for requests.
    /// - Returns: Whether it is: the signature holds for the message, and its key is the account's.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the public key is not one of the scheme or an ECDSA
    ///   signature has a high s (``MidenError/Kind/signatureWithHighS``); ``MidenError/Code/lookup`` where the account is not on
    ///   the chain (``MidenError/Kind/accountNotOnChain``), or is private and not of this wallet
    ///   (``MidenError/Kind/accountPrivate``); ``MidenError/Code/unsupported`` where it is not one that signs with a key of its
    ///   own; ``MidenError/Kind/nodeAnswerInvalid`` where a check fails; ``MidenError/Code/nodeUnreachable``.
    public nonisolated func verify(
        _ signature: MessageSignature,
        of message: Data,
        by accountId: AccountID,
        timeout: Duration? = nil
    ) async throws -> Bool {
        // Before anybody is asked.
        guard try signature.isValid(for: message) else { return false }
        let key: String
        do {
            var account = try await getPublicAccount(accountId, timeout: timeout)
            if !account.verification.isComplete {
                try await sync(timeout: timeout)
                account = try await getPublicAccount(accountId, at: account.blockNumber, timeout: timeout)
            }
            key = try account.requiredSigningKey()
        } catch let error as MidenError where error.leavesOwnKey {
            key = try error.ownKey(of: accountId, among: try await getKeys(timeout: timeout))
        }
        return try signature.isValid(for: message, byKey: key)
    }

    /// Whether a signature is one of a message by an account, of this wallet or of anybody: what proves to a server that
    /// somebody has an account.
    ///
    /// Which key signs for a public account is on the chain: the node is asked for its newest state, which is checked as
    /// ``PublicAccount/Verification`` says, and the wallet syncs where it has not come to that block yet. The key of a private
    /// account is nowhere but where its state is, and so it is known of the wallet's own accounts alone.
    ///
    /// Blocks the calling thread until the answer is there. Not to be had inside a task, where the async one is.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - message: The message, of any length.
    ///   - accountId: The account.
    ///   - timeout: How long to wait at most for each answer of the node; nil means the wallet's timeout for requests.
    /// - Returns: Whether it is: the signature holds for the message, and its key is the account's.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the public key is not one of the scheme or an ECDSA
    ///   signature has a high s (``MidenError/Kind/signatureWithHighS``); ``MidenError/Code/lookup`` where the account is not on
    ///   the chain (``MidenError/Kind/accountNotOnChain``), or is private and not of this wallet
    ///   (``MidenError/Kind/accountPrivate``); ``MidenError/Code/unsupported`` where it is not one that signs with a key of its
    ///   own; ``MidenError/Kind/nodeAnswerInvalid`` where a check fails; ``MidenError/Code/nodeUnreachable``.
    @available(*, noasync)
    public nonisolated func verify(
        _ signature: MessageSignature,
        of message: Data,
        by accountId: AccountID,
        timeout: Duration? = nil
    ) throws -> Bool {
        guard try signature.isValid(for: message) else { return false }
        let key: String
        do {
            var account = try getPublicAccount(accountId, timeout: timeout)
            if !account.verification.isComplete {
                try sync(timeout: timeout)
                account = try getPublicAccount(accountId, at: account.blockNumber, timeout: timeout)
            }
            key = try account.requiredSigningKey()
        } catch let error as MidenError where error.leavesOwnKey {
            key = try error.ownKey(of: accountId, among: try getKeys(timeout: timeout))
        }
        return try signature.isValid(for: message, byKey: key)
    }
}

extension PublicAccount {
    fileprivate func requiredSigningKey() throws -> String {
        guard let signingKey = state.signingKey else {
            throw MidenError(
                code: .unsupported,
                kind: .unsupported,
                message: "Account \(id) is not one that signs with a key of its own."
            )
        }
        return signingKey
    }
}

extension MidenError {
    /// Whether the chain does not tell the key of an account, which the wallet may have all the same.
    fileprivate var leavesOwnKey: Bool { kind == .accountPrivate || kind == .accountNotOnChain }

    /// The key of an account that the wallet has; this error where it has not.
    fileprivate func ownKey(of account: AccountID, among keys: [AccountKey]) throws -> String {
        if let own = keys.first(where: { $0.accountIds.contains(account) }) {
            return own.commitment
        }
        guard kind == .accountPrivate else { throw self }
        throw MidenError(
            code: code,
            kind: kind,
            message:
                "Account \(account) is private, so the chain does not tell which key is the account's. A wallet that has"
                + " the account can: the owner's own, or one that has imported the owner's account file (.mac).",
            causes: [message] + causes
        )
    }
}
