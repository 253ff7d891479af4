// Accounts and what they hold.

extension MidenWallet {
    /// Makes an account with its key and adds it to the wallet. The network learns of it with its first transaction.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - seed: 32 bytes from which key and account are derived; random ones where not given. The same seed, scheme
    ///     and visibility give the same account everywhere. Who has the seed has the account.
    ///   - scheme: How the account signs.
    ///   - visibility: Where the account's state is kept.
    ///   - name: What people call the account, in this wallet alone, as ``rename(account:to:timeout:)`` takes it. Nil means no
    ///     name.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The account's id.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the seed does not have 32 bytes or the name cannot be one,
    ///   ``MidenError/Code/accountOperation`` where the wallet has the account already, another account has the name, or the key
    ///   cannot be stored. No account is made then.
    public nonisolated func createWallet(
        seed: [UInt8]? = nil,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        name: String? = nil,
        timeout: Duration? = nil
    ) async throws -> AccountID {
        try await core.perform(
            CreateWalletRequest(seed: seed, scheme: scheme, visibility: visibility, name: name),
            timeout: timeout
        ).accountId
    }

    /// Makes an account with its key and adds it to the wallet. The network learns of it with its first transaction.
    ///
    /// Blocks the calling thread until the answer is there. In an async function the compiler takes the async one.
    ///
    /// - Parameters:
    ///   - seed: 32 bytes from which key and account are derived; random ones where not given. The same seed, scheme
    ///     and visibility give the same account everywhere. Who has the seed has the account.
    ///   - scheme: How the account signs.
    ///   - visibility: Where the account's state is kept.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The account's id.
    /// - Throws: ``MidenError/Code/invalidParameter`` where the seed does not have 32 bytes,
    ///   ``MidenError/Code/accountOperation`` where the wallet has the account already or its key cannot be stored.
    @available(
        *,
        noasync,
        message: "In an async function, write 'try await wallet.createWallet(…)'. Move top-level code into one."
    )
    public nonisolated func createWallet(
        seed: [UInt8]? = nil,
        scheme: SignatureScheme = .ecdsaK256Keccak,
        visibility: AccountVisibility = .public,
        timeout: Duration? = nil
    ) throws -> AccountID {
        try core.perform(
            CreateWalletRequest(seed: seed, scheme: scheme, visibility: visibility),
            timeout: timeout
        ).accountId
    }

    /// Lists the wallet's accounts. Asks the store, not the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The accounts.
    /// - Throws: ``MidenError/Code/store`` where the store cannot be read.
    public nonisolated func getAccounts(timeout: Duration? = nil) async throws -> [Account] {
        try await core.perform(GetAccountsRequest(), timeout: timeout).accounts.map(Account.init)
    }

    /// Lists the wallet's accounts. Asks the store, not the network.
    ///
    /// Blocks the calling thread until the answer is there. In an async function the compiler takes the async one.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The accounts.
    /// - Throws: ``MidenError/Code/store`` where the store cannot be read.
    @available(
        *,
        noasync,
        message: "In an async function, write 'try await wallet.getAccounts(…)'. Move top-level code into one."
    )
    public nonisolated func getAccounts(timeout: Duration? = nil) throws -> [Account] {
        try core.perform(GetAccountsRequest(), timeout: timeout).accounts.map(Account.init)
    }

    /// Reads what an account holds, as far as the wallet has synced. Asks the store, not the network.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: An account of this wallet.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The balance, with amounts in base units.
    /// - Throws: ``MidenError/Code/invalidParameter`` where there can be no such id, ``MidenError/Code/lookup`` where
    ///   the account is not in this wallet.
    public nonisolated func getBalance(
        accountId: AccountID,
        timeout: Duration? = nil
    ) async throws -> AccountBalance {
        AccountBalance(try await core.perform(GetBalanceRequest(accountId: accountId), timeout: timeout))
    }

    /// Reads what an account holds, as far as the wallet has synced. Asks the store, not the network.
    ///
    /// Blocks the calling thread until the answer is there. In an async function the compiler takes the async one.
    ///
    /// - Parameters:
    ///   - accountId: An account of this wallet.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The balance, with amounts in base units.
    /// - Throws: ``MidenError/Code/invalidParameter`` where there can be no such id, ``MidenError/Code/lookup`` where
    ///   the account is not in this wallet.
    @available(
        *,
        noasync,
        message: "In an async function, write 'try await wallet.getBalance(…)'. Move top-level code into one."
    )
    public nonisolated func getBalance(
        accountId: AccountID,
        timeout: Duration? = nil
    ) throws -> AccountBalance {
        AccountBalance(try core.perform(GetBalanceRequest(accountId: accountId), timeout: timeout))
    }

    /// Chooses the account that is meant where none is named, which ``info(timeout:)`` says. The choice is kept in the
    /// store, for programs that offer one; no other function of this library asks for it.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: An account of this wallet; nil has none be meant, until one is chosen, or a wallet's account is made or
    ///     taken in.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not in this wallet.
    public nonisolated func setDefaultAccount(_ accountId: AccountID?, timeout: Duration? = nil) async throws {
        try await core.perform(SetDefaultAccountRequest(accountId: accountId), timeout: timeout)
    }
}
