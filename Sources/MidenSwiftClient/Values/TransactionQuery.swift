import Foundation

/// Which of a wallet's transactions are asked for: those of which everything is true that is set.
///
/// ```swift
/// let sent = try await wallet.getTransactions(.init(accountId: account, kind: .send))
/// ```
public struct TransactionQuery: Hashable, Sendable {
    /// How far a transaction has come.
    public enum State: String, Hashable, Sendable, CaseIterable, Codable {
        /// In no block yet, as far as the wallet has synced.
        case pending
        /// In a block.
        case committed
        /// Given up: it will not be in a block.
        case discarded
    }

    /// Those of this account.
    public var accountId: AccountID?
    /// Those that have come so far.
    public var state: State?
    /// Those of this kind.
    public var kind: TransactionRecord.Kind?
    /// Those made at this time or later. Times are kept in seconds.
    public var createdFrom: Date?
    /// Those made before this time.
    public var createdBefore: Date?
    /// Those made for the request with this reference. One that consumes all notes has several.
    public var reference: String?

    /// Makes a query; without anything, one for all transactions.
    ///
    /// - Parameters:
    ///   - accountId: Those of this account.
    ///   - state: Those that have come so far.
    ///   - kind: Those of this kind.
    ///   - createdFrom: Those made at this time or later.
    ///   - createdBefore: Those made before this time.
    ///   - reference: Those made for the request with this reference.
    public init(
        accountId: AccountID? = nil,
        state: State? = nil,
        kind: TransactionRecord.Kind? = nil,
        createdFrom: Date? = nil,
        createdBefore: Date? = nil,
        reference: String? = nil
    ) {
        self.accountId = accountId
        self.state = state
        self.kind = kind
        self.createdFrom = createdFrom
        self.createdBefore = createdBefore
        self.reference = reference
    }
}
