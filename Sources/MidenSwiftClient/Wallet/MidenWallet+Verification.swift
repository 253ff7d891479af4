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
            key = try await signingKey(ofPublicAccount: accountId, timeout: timeout)
        } catch let error as MidenError where error.leavesOwnKey {
            key = try error.ownKey(of: accountId, among: try await getKeys(timeout: timeout))
        }
        return try signature.isValid(for: message, byKey: key)
    }

    /// The commitment to the key of a public account of anybody, as the chain has it now: what a server compares a sign-in or a
    /// signature of a web page with. The node's answer is checked as in ``verify(_:of:by:timeout:)-swift.method``.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - timeout: How long to wait at most for each answer of the node; nil means the wallet's timeout for requests.
    /// - Returns: The commitment, 32 bytes.
    /// - Throws: ``MidenError/Code/lookup`` if the account is not on the chain (``MidenError/Kind/accountNotOnChain``), as long as
    ///   it has made no transaction, or is private (``MidenError/Kind/accountPrivate``); ``MidenError/Code/unsupported`` if it is
    ///   not one that signs with a key of its own; ``MidenError/Kind/nodeAnswerInvalid`` if a check fails;
    ///   ``MidenError/Code/nodeUnreachable``.
    public nonisolated func publicKeyCommitment(
        ofPublicAccount accountId: AccountID,
        timeout: Duration? = nil
    ) async throws -> Data {
        let key = try await signingKey(ofPublicAccount: accountId, timeout: timeout)
        guard let commitment = Data(hexWord: key) else { throw MidenError.withoutKey(accountId) }
        return commitment
    }

    /// The same as text. The wallet syncs if it has not come to the block of the account's newest state.
    private nonisolated func signingKey(ofPublicAccount accountId: AccountID, timeout: Duration?) async throws -> String
    {
        var account = try await getPublicAccount(accountId, timeout: timeout)
        if !account.verification.isComplete {
            try await sync(timeout: timeout)
            account = try await getPublicAccount(accountId, at: account.blockNumber, timeout: timeout)
        }
        return try account.requiredSigningKey()
    }
}

extension PublicAccount {
    fileprivate func requiredSigningKey() throws -> String {
        guard let signingKey = state.signingKey else { throw MidenError.withoutKey(id) }
        return signingKey
    }
}

extension MidenError {
    /// An account does not sign with a key of its own.
    static func withoutKey(_ accountId: AccountID) -> MidenError {
        MidenError(
            code: .unsupported,
            kind: .unsupported,
            message: "Account \(accountId) is not one that signs with a key of its own."
        )
    }

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
