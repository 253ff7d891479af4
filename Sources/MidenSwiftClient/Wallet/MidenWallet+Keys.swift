// The keys of accounts: which there are, and one that goes out or comes in by itself.

extension MidenWallet {
    /// Lists the keys that this wallet has, and those that its accounts need and it does not have. Asks the store and the keystore.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameter timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The keys, without their secret parts.
    /// - Throws: ``MidenError/Code/accountOperation`` where the keystore cannot be read.
    public nonisolated func getKeys(timeout: Duration? = nil) async throws -> [AccountKey] {
        try await core.perform(GetKeysRequest(), timeout: timeout).keys.map(AccountKey.init)
    }
    /// Writes the key of an account as a file that is encrypted under a passphrase of its own.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: An account of this wallet.
    ///   - passphrase: What it is encrypted under; not empty. It need not be that of the keystore. Who forgets it has no backup.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The file's content.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not in this wallet, ``MidenError/Code/accountOperation`` where
    ///   its key is not here or cannot be read, ``MidenError/Code/invalidParameter`` where the passphrase is empty.
    public nonisolated func exportKey(
        accountId: AccountID,
        passphrase: String,
        timeout: Duration? = nil
    ) async throws -> [UInt8] {
        let request = ExportKeyRequest(accountId: accountId, passphrase: passphrase)
        return try await core.perform(request, timeout: timeout).requiredFile()
    }
    /// Gives out the key of an account as it is, protected by nothing: who has the text has the account.
    ///
    /// It is Miden's encoding of a secret key, a byte for the scheme and then the key, in hexadecimal digits.
    /// ``exportKey(accountId:passphrase:timeout:)`` is what is meant nearly always.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - accountId: An account of this wallet.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: `0x` and the digits.
    /// - Throws: ``MidenError/Code/lookup`` where the account is not in this wallet, ``MidenError/Code/accountOperation`` where
    ///   its key is not here or cannot be read.
    public nonisolated func exportKeyUnencrypted(
        accountId: AccountID,
        timeout: Duration? = nil
    ) async throws -> String {
        try await core.perform(ExportKeyRequest(unencryptedKeyOf: accountId), timeout: timeout).requiredHex()
    }
    /// Takes in the key of an account from a file that ``exportKey(accountId:passphrase:timeout:)`` wrote.
    ///
    /// It is the key of an account that the wallet has without its key, or of a public one that it does not have, whose state then
    /// comes from the network. The state of a private account is in its account file: import that instead.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - file: The file's content.
    ///   - passphrase: Its passphrase.
    ///   - accountId: The account; nil means the one that the file names.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The account.
    /// - Throws: ``MidenError/Code/invalidParameter`` where it is not a key, ``MidenError/Code/accountOperation`` where the
    ///   passphrase is another one, the key is another account's, account and key are here already, or the state of the account
    ///   is nowhere to be had, ``MidenError/Code/unsupported`` where a ``MidenSigner`` keeps the wallet's keys,
    ///   ``MidenError/Code/nodeUnreachable``. In all of these nothing is changed.
    @discardableResult
    public nonisolated func importKey(
        file: [UInt8],
        passphrase: String,
        accountId: AccountID? = nil,
        timeout: Duration? = nil
    ) async throws -> AccountID {
        let request = ImportKeyRequest(file: file, passphrase: passphrase, accountId: accountId)
        return try await core.perform(request, timeout: timeout).accountId
    }
    /// Takes in the key of an account from what ``exportKeyUnencrypted(accountId:timeout:)`` gave out.
    ///
    /// It is the key of an account that the wallet has without its key, or of a public one that it does not have, whose state then
    /// comes from the network. The state of a private account is in its account file: import that instead.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, until the account begins to be written: then it is
    /// completed and returned.
    ///
    /// - Parameters:
    ///   - hex: The digits, with or without `0x`.
    ///   - accountId: The account; nil means one of this wallet that signs with the key.
    ///   - timeout: How long to wait at most; nil means the wallet's timeout for requests.
    /// - Returns: The account.
    /// - Throws: ``MidenError/Code/invalidParameter`` where it is not a key, ``MidenError/Code/accountOperation`` where the
    ///   passphrase is another one, the key is another account's, account and key are here already, or the state of the account
    ///   is nowhere to be had, ``MidenError/Code/unsupported`` where a ``MidenSigner`` keeps the wallet's keys,
    ///   ``MidenError/Code/nodeUnreachable``. In all of these nothing is changed.
    @discardableResult
    public nonisolated func importKey(
        hex: String,
        accountId: AccountID? = nil,
        timeout: Duration? = nil
    ) async throws -> AccountID {
        try await core.perform(ImportKeyRequest(hex: hex, accountId: accountId), timeout: timeout).accountId
    }
}
