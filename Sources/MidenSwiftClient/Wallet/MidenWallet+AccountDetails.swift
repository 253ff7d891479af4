// The wallet's own accounts in full.

extension MidenWallet {
    /// Says all that the wallet knows of one of its accounts: commitments, key, holdings, whether the network has it yet.
    /// Reads the store, not the network; ``getPublicAccount(_:at:timeout:)`` has what the network says of a public one.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: The account.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: What the wallet knows.
    /// - Throws: ``MidenError/Kind/unknownAccount`` where the account is not the wallet's, ``MidenError/Code/store``.
    public nonisolated func getAccountDetails(
        accountId: AccountID,
        timeout: Duration? = nil
    ) async throws -> AccountDetails {
        AccountDetails(try await core.perform(GetAccountDetailsRequest(accountId: accountId), timeout: timeout))
    }
}
