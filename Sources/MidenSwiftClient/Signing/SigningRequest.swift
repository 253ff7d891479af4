import Foundation

/// What a ``MidenSigner`` is asked to sign.
public struct SigningRequest: Hashable, Sendable {
    /// What a signature is asked for. Its description tells a person what the signature can authorise.
    public enum Kind: Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// A transaction of the account.
        case transaction
        /// A message of the app: ``MidenWallet/sign(message:accountId:timeout:)``.
        case message
        /// A text for a web page: ``SigningPayload/webMessage(body:)``.
        case webMessage
        /// A word that a web page chose: ``SigningPayload/word(_:)``.
        case word
        /// Signing inputs that a web page chose: ``SigningPayload/signingInputs(_:)``.
        case signingInputs
        /// A receipt for another app's request: ``SigningPayload/receipt(_:)``.
        case receipt

        /// What the signature can authorise, in a sentence or two.
        public var description: String {
            switch self {
            case .transaction:
                "A transaction of the account. The signature authorises it."
            case .message:
                "A message of the app. The signature cannot authorise a transaction."
            case .webMessage:
                "A text for a web page, with the page's origin, the network and the account."
                    + " The signature cannot authorise a transaction. It may sign the account in to that origin."
            case .word:
                "A word that a web page chose."
                    + " The signature may authorise a transaction of the account, or a sign-in to another site."
            case .signingInputs:
                "Signing inputs that a web page chose."
                    + " The signature may authorise a transaction of the account, or a sign-in to another site."
            case .receipt:
                "A receipt that tells another app what became of its request."
                    + " The signature cannot authorise a transaction."
            }
        }
    }

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
    /// What the signature is asked for. Show its description to the person who decides.
    public let kind: Kind
    /// What the transaction does. Nil if ``kind`` is not a transaction, or if the account's code asks for a signature of
    /// something else than the transaction's summary.
    public let transaction: TransactionSummary?

    /// Makes a request. The library does this itself; the initializer is public for tests of signers.
    ///
    /// - Parameters:
    ///   - accountId: The account whose key is to sign.
    ///   - scheme: How the account signs.
    ///   - publicKey: The public key.
    ///   - message: What is to be signed.
    ///   - digest: Its hash, for ECDSA.
    ///   - kind: What the signature is asked for. By default a transaction if there is one, else a message.
    ///   - transaction: What the transaction does.
    public init(
        accountId: AccountID,
        scheme: SignatureScheme,
        publicKey: Data,
        message: Data,
        digest: Data? = nil,
        kind: Kind? = nil,
        transaction: TransactionSummary? = nil
    ) {
        self.accountId = accountId
        self.scheme = scheme
        self.publicKey = publicKey
        self.message = message
        self.digest = digest
        self.kind = kind ?? (transaction == nil ? .message : .transaction)
        self.transaction = transaction
    }
}
