// The addresses that are kept for the wallet's accounts.

extension MidenWallet {
    /// Lists the addresses that are kept for an account of this wallet, or for all: of each account first the one that says no
    /// more than its id. Asks the store, not the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: The account; nil means all of them.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The addresses.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not in this wallet.
    public nonisolated func getAddresses(
        accountId: AccountID? = nil,
        timeout: Duration? = nil
    ) async throws -> [AccountAddress] {
        let request = GetAddressesRequest(accountId: accountId)
        return try await core.perform(request, timeout: timeout).addresses.map(AccountAddress.init)
    }

    /// Keeps an address of an account of this wallet, such as one that was given out with another length of the tag: syncs look
    /// for the notes of its tag from now on.
    ///
    /// Waits for a sync that is running.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: False where it is kept already.
    /// - Throws: ``MidenError/Code/lookup`` where its account is not in this wallet, ``MidenError/Code/invalidParameter`` where
    ///   it is of another network.
    @discardableResult
    public nonisolated func addAddress(_ address: AccountAddress, timeout: Duration? = nil) async throws -> Bool {
        try await core.perform(AddAddressRequest(address: address.text), timeout: timeout).changed
    }

    /// Keeps an address no longer, and looks no longer for the notes of its tag, where no other address of the account has it.
    ///
    /// Waits for a sync that is running.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: False where it was not kept.
    /// - Throws: ``MidenError/Code/lookup`` where its account is not in this wallet, ``MidenError/Code/invalidParameter`` where
    ///   it is of another network, or the one that says no more than the account's id, which stays.
    @discardableResult
    public nonisolated func removeAddress(_ address: AccountAddress, timeout: Duration? = nil) async throws -> Bool {
        try await core.perform(RemoveAddressRequest(address: address.text), timeout: timeout).changed
    }
}
