/// An account of a mnemonic that a restoration has found.
public struct RestoredAccount: Hashable, Sendable, Identifiable {
    /// What has become of the account.
    public enum Outcome: String, Hashable, Sendable, CaseIterable, Codable {
        /// It is in the wallet now, with its key.
        case restored
        /// The wallet had it before.
        case alreadyThere = "already_there"
        /// It is private: the network has only a commitment to its state. The state is in an account file, which
        /// ``MidenWallet/importAccount(file:timeout:)`` takes in; without one it is lost.
        case needsAccountFile = "needs_account_file"
    }

    /// The account's id.
    public let id: AccountID
    /// Which of the mnemonic's accounts of its kind it is, from 0.
    public let index: UInt32
    /// How it is derived.
    public let derivation: Mnemonic.Derivation
    /// How it signs.
    public let scheme: SignatureScheme
    /// Where its state is kept.
    public let visibility: AccountVisibility
    /// What has become of it.
    public let outcome: Outcome

    /// Makes a description of a restored account. The library does this itself; the initializer is public for tests and
    /// previews.
    ///
    /// - Parameters:
    ///   - id: The account's id.
    ///   - index: Which of the mnemonic's accounts of its kind it is, from 0.
    ///   - derivation: How it is derived.
    ///   - scheme: How it signs.
    ///   - visibility: Where its state is kept.
    ///   - outcome: What has become of it.
    public init(
        id: AccountID,
        index: UInt32,
        derivation: Mnemonic.Derivation,
        scheme: SignatureScheme,
        visibility: AccountVisibility,
        outcome: Outcome
    ) {
        self.id = id
        self.index = index
        self.derivation = derivation
        self.scheme = scheme
        self.visibility = visibility
        self.outcome = outcome
    }
}
