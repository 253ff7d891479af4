/// A transaction of this wallet.
public struct Transaction: Hashable, Sendable, Identifiable {
    /// What has become of a transaction, as far as the wallet has synced.
    public enum State: Hashable, Sendable {
        /// The network has taken the transaction; it is not in a block yet.
        case pending
        /// The transaction is in a block.
        case committed(block: UInt32)
        /// The transaction will not be in a block; its changes have been undone.
        case discarded(reason: DiscardReason)
    }

    /// Why a transaction will not be in a block. New reasons may come with any release.
    public struct DiscardReason: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The reason's stable name.
        public let rawValue: String

        /// Wraps a name.
        ///
        /// - Parameter rawValue: The name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The transaction has expired.
        public static var expired: Self { Self(rawValue: "expired") }
        /// Another transaction has consumed one of its notes.
        public static var inputConsumed: Self { Self(rawValue: "input_consumed") }
        /// It builds on a transaction that was discarded.
        public static var dependencyDiscarded: Self { Self(rawValue: "dependency_discarded") }
        /// The network took it, and no block included it for as long as the wallet waits.
        public static var notIncluded: Self { Self(rawValue: "not_included") }
        /// Another transaction of the account was included in its place.
        public static var superseded: Self { Self(rawValue: "superseded") }

        /// What people read. The name, if this version does not know the reason.
        public var description: String {
            switch self {
            case .expired: "it expired before a block included it"
            case .inputConsumed: "another transaction consumed one of its notes"
            case .dependencyDiscarded: "the transaction it builds on was discarded"
            case .notIncluded: "no block included it in time"
            case .superseded: "another transaction of its account was included in its place"
            default: rawValue
            }
        }
    }

    /// The transaction's id.
    public let id: TransactionID
    /// The account the transaction changes.
    public let accountId: AccountID
    /// What has become of the transaction.
    public let state: State

    /// Makes a description of a transaction. The library does this itself; the initializer is public for tests and
    /// previews.
    ///
    /// - Parameters:
    ///   - id: The transaction's id.
    ///   - accountId: The account the transaction changes.
    ///   - state: What has become of the transaction.
    public init(id: TransactionID, accountId: AccountID, state: State) {
        self.id = id
        self.accountId = accountId
        self.state = state
    }
}
