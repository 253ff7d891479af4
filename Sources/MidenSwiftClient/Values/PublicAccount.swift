/// A public account of anybody, as it was at a block.
///
/// What the account is and holds can be asked of this value itself: `account.nonce` is `account.state.nonce`.
@dynamicMemberLookup
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
    public var id: AccountID { state.id }
    /// What the account is and holds. The key it signs with is checked with ``Verification/Part/account``.
    public let state: AccountState
    /// The block all of this is of.
    public let blockNumber: UInt32
    /// What of this was checked, and what was not.
    public let verification: Verification

    /// Makes an account. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - state: What the account is and holds.
    ///   - blockNumber: The block all of this is of.
    ///   - verification: What of this was checked.
    public init(state: AccountState, blockNumber: UInt32, verification: Verification) {
        self.state = state
        self.blockNumber = blockNumber
        self.verification = verification
    }

    /// A part of the account's state.
    public subscript<Part>(dynamicMember part: KeyPath<AccountState, Part>) -> Part { state[keyPath: part] }
}
