/// What an account is and holds, at some point of its history.
public struct AccountState: Hashable, Sendable, Identifiable {
    /// The account's id.
    public var id: AccountID { balance.accountId }
    /// How many transactions have changed the account.
    public let nonce: UInt64
    /// The commitment to all of the account's state, as `0x` and 64 hexadecimal digits. So are the other commitments.
    public let commitment: String
    /// The commitment to the account's code.
    public let codeCommitment: String
    /// The commitment to the account's storage.
    public let storageCommitment: String
    /// The root of the account's vault.
    public let vaultRoot: String
    /// The commitment to the public key that signs the account's transactions: ``AccountKey/commitment`` of the wallet that has
    /// it. Nil where the account is not one that signs with a key of its own. The key is in the account's storage, and that it
    /// counts is in its code.
    public let signingKey: String?
    /// What the account holds.
    public let balance: AccountBalance

    /// Makes a state. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - nonce: How many transactions have changed the account.
    ///   - commitment: The commitment to all of the account's state.
    ///   - codeCommitment: The commitment to the account's code.
    ///   - storageCommitment: The commitment to the account's storage.
    ///   - vaultRoot: The root of the account's vault.
    ///   - signingKey: The commitment to the key it signs with.
    ///   - balance: What the account holds, and which account it is.
    public init(
        nonce: UInt64,
        commitment: String,
        codeCommitment: String,
        storageCommitment: String,
        vaultRoot: String,
        signingKey: String? = nil,
        balance: AccountBalance
    ) {
        self.nonce = nonce
        self.commitment = commitment
        self.codeCommitment = codeCommitment
        self.storageCommitment = storageCommitment
        self.vaultRoot = vaultRoot
        self.signingKey = signingKey
        self.balance = balance
    }
}
