import Foundation

/// What a ``MidenSigner`` is asked to sign.
public struct SigningRequest: Hashable, Sendable {
    /// The account whose key is to sign.
    public let accountId: AccountID
    /// How the account signs.
    public let scheme: SignatureScheme
    /// The public key: the signature must be one of its private key.
    public let publicKey: Data
    /// What is to be signed, 32 bytes. For a transaction it commits to everything the transaction does.
    public let message: Data
    /// For ECDSA the Keccak-256 hash of ``message``, which is what a device signs that hashes nothing itself. Nil for
    /// other schemes.
    public let digest: Data?
    /// What the transaction does. Nil where the app itself has asked for a signature, with
    /// ``MidenWallet/sign(message:accountId:timeout:)``.
    public let transaction: TransactionSummary?

    /// Makes a request. The library does this itself; the initializer is public for tests of signers.
    ///
    /// - Parameters:
    ///   - accountId: The account whose key is to sign.
    ///   - scheme: How the account signs.
    ///   - publicKey: The public key.
    ///   - message: What is to be signed.
    ///   - digest: Its hash, for ECDSA.
    ///   - transaction: What the transaction does.
    public init(
        accountId: AccountID,
        scheme: SignatureScheme,
        publicKey: Data,
        message: Data,
        digest: Data? = nil,
        transaction: TransactionSummary? = nil
    ) {
        self.accountId = accountId
        self.scheme = scheme
        self.publicKey = publicKey
        self.message = message
        self.digest = digest
        self.transaction = transaction
    }
}
