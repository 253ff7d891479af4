/// What a signature over a ``SigningPayload`` would authorise, if its bytes tell it.
public struct PayloadDescription: Hashable, Sendable {
    /// What the bytes are.
    public enum Content: Hashable, Sendable {
        /// A text, which is no transaction.
        case text
        /// A word. It may be the commitment of a transaction, and does not tell which one.
        case word
        /// A transaction, which the signature authorises.
        case transaction(SignedTransaction)
        /// Numbers that are hashed. If they have the form of what is hashed for a transaction, the signature authorises it, and
        /// they do not tell what it does.
        case arbitrary(elementCount: Int, isTransaction: Bool)
        /// A word that is said to be a commitment. It may be that of a transaction, and does not tell which one.
        case blind
    }

    /// A transaction that a signature authorises.
    public struct SignedTransaction: Hashable, Sendable {
        /// What it does. How amounts are shown is not known, and ``TransactionSummary/remaining`` is empty.
        public let summary: TransactionSummary
        /// By how much it increases the nonce of the account.
        public let nonceIncrement: UInt64
        /// The block that it refers to.
        public let blockNumber: UInt32
        /// After how many blocks it expires; 0 if it does not.
        public let expirationDelta: UInt16
        /// Whether its assets add up. The network takes no transaction whose assets do not.
        public let addsUp: Bool
    }

    /// What the bytes are.
    public let content: Content
    /// Whether the signature may authorise a transaction. False for a text alone.
    public let mayAuthoriseTransaction: Bool
}
