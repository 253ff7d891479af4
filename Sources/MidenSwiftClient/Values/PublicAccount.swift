/// A public account of anybody, as it was at a block.
public struct PublicAccount: Hashable, Sendable, Identifiable {
    /// What of an account was checked, and what was not.
    ///
    /// A node's answer hangs together by commitments, from the assets to the chain. What does not hold is never returned: it is
    /// the error ``MidenError/Kind/nodeAnswerInvalid``.
    public struct Verification: Hashable, Sendable {
        /// A link from a value to the chain.
        public enum Part: String, Hashable, Sendable, CaseIterable, Codable {
            /// The assets make the root of the vault in the account's header.
            case assets
            /// Nonce, code, storage and vault make the account's commitment.
            case account
            /// The account's commitment is in the account tree to which the block's header commits.
            case accountTree = "account_tree"
            /// The block is one of the chain that the wallet has synced with.
            case chain
        }

        /// What holds.
        public let checked: [Part]
        /// What could not be checked, and is believed of the node.
        public let unchecked: [Part]
        /// The block the wallet stands at. A newer one is checked once the wallet has synced.
        public let syncHeight: UInt32

        /// Whether all of it was checked.
        public var isComplete: Bool { unchecked.isEmpty }

        /// Makes a verification. The library does this itself; the initializer is public for tests and previews.
        ///
        /// - Parameters:
        ///   - checked: What holds.
        ///   - unchecked: What could not be checked.
        ///   - syncHeight: The block the wallet stands at.
        public init(checked: [Part], unchecked: [Part], syncHeight: UInt32) {
            self.checked = checked
            self.unchecked = unchecked
            self.syncHeight = syncHeight
        }
    }

    /// The account's id.
    public let id: AccountID
    /// The block all of this is of.
    public let blockNumber: UInt32
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
    /// counts is in its code: both are checked with ``Verification/Part/account``.
    public let signingKey: String?
    /// What the account holds.
    public let balance: AccountBalance
    /// What of this was checked, and what was not.
    public let verification: Verification

    /// Makes an account. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - blockNumber: The block all of this is of.
    ///   - nonce: How many transactions have changed the account.
    ///   - commitment: The commitment to all of the account's state.
    ///   - codeCommitment: The commitment to the account's code.
    ///   - storageCommitment: The commitment to the account's storage.
    ///   - vaultRoot: The root of the account's vault.
    ///   - signingKey: The commitment to the key it signs with.
    ///   - balance: What the account holds, and which account it is.
    ///   - verification: What of this was checked.
    public init(
        blockNumber: UInt32,
        nonce: UInt64,
        commitment: String,
        codeCommitment: String,
        storageCommitment: String,
        vaultRoot: String,
        signingKey: String? = nil,
        balance: AccountBalance,
        verification: Verification
    ) {
        self.id = balance.accountId
        self.blockNumber = blockNumber
        self.nonce = nonce
        self.commitment = commitment
        self.codeCommitment = codeCommitment
        self.storageCommitment = storageCommitment
        self.vaultRoot = vaultRoot
        self.signingKey = signingKey
        self.balance = balance
        self.verification = verification
    }
}
