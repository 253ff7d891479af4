// The names of accounts.

extension MidenWallet {
    /// Gives an account a name in place of the one it has, which ``getAccounts(timeout:)`` tells. Only this wallet knows it.
    ///
    /// A name has up to 40 characters: letters, digits, spaces between them and `- _ . ' & + # ( )`. No two accounts have the
    /// same, whatever the case of its letters, and none can be taken for an id or an address.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - account: An account of this wallet.
    ///   - name: The name; nil takes it away.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not in this wallet, ``MidenError/Code/invalidParameter`` where
    ///   it cannot be a name, ``MidenError/Code/accountOperation`` where another account has it.
    public nonisolated func rename(
        account: AccountID,
        to name: String?,
        timeout: Duration? = nil
    ) async throws {
        try await core.perform(RenameAccountRequest(accountId: account, name: name), timeout: timeout)
    }
}
