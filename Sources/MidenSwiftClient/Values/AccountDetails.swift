/// All that a wallet knows of one of its accounts, as far as it has synced. Of a private account that is all that anybody
/// knows: the network has its commitment alone, and of a new one nothing.
public struct AccountDetails: Hashable, Sendable, Identifiable {
    /// The account's id.
    public var id: AccountID { balance.accountId }
    /// The block the wallet stands at.
    public let syncHeight: UInt32
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
    /// The commitment to the public key that signs the account's transactions: ``AccountKey/commitment``. Nil where the
    /// account is not one that signs with a key of its own.
    public let signingKey: String?
    /// What the account holds, and whether the network has a newer state of it.
    public let balance: AccountBalance
    /// Whether the network does not have the account yet: its first transaction makes it known there.
    public let isNew: Bool

    /// Makes details. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - syncHeight: The block the wallet stands at.
    ///   - nonce: How many transactions have changed the account.
    ///   - commitment: The commitment to all of the account's state.
    ///   - codeCommitment: The commitment to the account's code.
    ///   - storageCommitment: The commitment to the account's storage.
    ///   - vaultRoot: The root of the account's vault.
    ///   - signingKey: The commitment to the key it signs with.
    ///   - balance: What the account holds, and which account it is.
    ///   - isNew: Whether the network does not have it yet.
    public init(
        syncHeight: UInt32,
        nonce: UInt64,
        commitment: String,
        codeCommitment: String,
        storageCommitment: String,
        vaultRoot: String,
        signingKey: String? = nil,
        balance: AccountBalance,
        isNew: Bool = false
    ) {
        self.syncHeight = syncHeight
        self.nonce = nonce
        self.commitment = commitment
        self.codeCommitment = codeCommitment
        self.storageCommitment = storageCommitment
        self.vaultRoot = vaultRoot
        self.signingKey = signingKey
        self.balance = balance
        self.isNew = isNew
    }
}
