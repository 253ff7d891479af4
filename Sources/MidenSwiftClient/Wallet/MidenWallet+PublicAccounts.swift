// Accounts of anybody.

extension MidenWallet {
    /// Says what a public account is and holds, of this wallet or of anybody, at a block. Asks the node, and checks each value
    /// against the block: see ``PublicAccount/Verification``, which says what was checked.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - block: The block; nil means the newest one the node has. A node forgets the accounts of old blocks.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The account.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not on the chain (``MidenError/Kind/accountNotOnChain``), where
    ///   it is private (``MidenError/Kind/accountPrivate``; the message has the commitment, which is all there is), where the
    ///   block is too old (``MidenError/Kind/blockPruned``) or not there yet (``MidenError/Kind/blockUnknown``);
    ///   ``MidenError/Kind/nodeAnswerInvalid`` where a check fails; ``MidenError/Code/nodeUnreachable``.
    public nonisolated func getPublicAccount(
        _ accountId: AccountID,
        at block: UInt32? = nil,
        timeout: Duration? = nil
    ) async throws -> PublicAccount {
        let request = GetPublicAccountRequest(accountId: accountId, blockNumber: block)
        return PublicAccount(try await core.perform(request, timeout: timeout))
    }
}
