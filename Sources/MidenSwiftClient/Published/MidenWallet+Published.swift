// The names of the published API. Each forwards to the function without the suffix, with strings for ids. New code is
// better off with those: they take timeouts, and tell an account's id from a note's.

extension MidenWallet {
    /// ``sync(timeout:)`` by its published name.
    ///
    /// - Returns: The height of the chain up to which the wallet knows it.
    /// - Throws: What ``sync(timeout:)`` throws.
    public nonisolated func syncAsync() async throws -> UInt32 {
        try await sync().blockNumber
    }

    /// ``createWallet(seed:scheme:visibility:name:timeout:)`` by its published name.
    ///
    /// - Parameter seed: 32 bytes from which key and account are derived; random ones where not given.
    /// - Returns: The account's id.
    /// - Throws: What ``createWallet(seed:scheme:visibility:name:timeout:)`` throws.
    public nonisolated func createWalletAsync(seed: [UInt8]? = nil) async throws -> String {
        try await createWallet(seed: seed).hex
    }

    /// ``getAccounts(timeout:)`` by its published name.
    ///
    /// - Returns: The ids of the wallet's accounts.
    /// - Throws: What ``getAccounts(timeout:)`` throws.
    public nonisolated func getAccountsAsync() async throws -> [String] {
        try await getAccounts().map(\.id.hex)
    }

    /// ``getBalance(accountId:timeout:)`` by its published name.
    ///
    /// - Parameter accountId: The id of an account of this wallet.
    /// - Returns: The balance, with amounts in base units.
    /// - Throws: What ``getBalance(accountId:timeout:)`` throws, ``MidenError/Code/invalidParameter`` also where the
    ///   text does not have the shape of an id.
    public nonisolated func getBalanceAsync(
        accountId: String
    ) async throws -> PublishedAPI.AccountBalance {
        PublishedAPI.AccountBalance(try await getBalance(accountId: AccountID(accountId)))
    }

    /// ``getInputNotes(accountId:timeout:)`` by its published name.
    ///
    /// - Parameter accountId: The id of an account of this wallet; nil means all of them.
    /// - Returns: The notes.
    /// - Throws: What ``getInputNotes(accountId:timeout:)`` throws, ``MidenError/Code/invalidParameter`` also where the
    ///   text does not have the shape of an id.
    public nonisolated func getInputNotesAsync(
        accountId: String? = nil
    ) async throws -> PublishedAPI.InputNotesResult {
        let accountId = try accountId.map { try AccountID($0) }
        return PublishedAPI.InputNotesResult(try await getInputNotes(accountId: accountId))
    }

    /// ``consumeNotes(accountId:noteIds:maximumFee:prover:reference:timeout:)`` by its published name.
    ///
    /// - Parameters:
    ///   - accountId: The id of an account of this wallet.
    ///   - noteIds: The ids of the notes, at least one.
    /// - Returns: The transaction's id.
    /// - Throws: What ``consumeNotes(accountId:noteIds:maximumFee:prover:reference:timeout:)`` throws, ``MidenError/Code/invalidParameter`` and
    ///   ``MidenError/Code/noteOperation`` also where a text does not have the shape of an id.
    public nonisolated func consumeNotesAsync(
        accountId: String,
        noteIds: [String]
    ) async throws -> String {
        let noteIds = try noteIds.map { try NoteID($0) }
        return try await consumeNotes(accountId: AccountID(accountId), noteIds: noteIds).hex
    }

    /// ``testConnection(timeout:)`` by its published name.
    ///
    /// - Returns: Whether a node answered.
    /// - Throws: What ``testConnection(timeout:)`` throws.
    public nonisolated func testConnectionAsync() async throws -> Bool {
        try await testConnection()
    }
}
