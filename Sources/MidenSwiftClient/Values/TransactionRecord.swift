import Foundation

/// A transaction in the history of a wallet.
public struct TransactionRecord: Hashable, Sendable, Identifiable {
    /// What a transaction does.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// Takes notes in, and makes none.
        case consume
        /// Makes notes, and takes none in.
        case send
        /// Makes notes with tokens that its own account issues.
        case mint
        /// Offers an asset for another one.
        case swap
        /// Takes somebody's offer, whole or in part.
        case fill
        /// Takes back what an offer of its own account carries.
        case cancel
        /// Gives tokens back to the faucet that issued them; or is that faucet's, which destroys them.
        case burn
        /// Anything else: takes notes in and makes others, or does neither.
        case other
    }

    /// How much is not known of a transaction that the account made elsewhere, before it came into this wallet: only the
    /// chain tells of it, and what private notes carry is not on the chain.
    public struct FromChain: Hashable, Sendable, Codable {
        /// Of how many notes that the transaction consumed it is not known what was in them: ``TransactionRecord/assetsIn`` is
        /// without it.
        public let unknownConsumedNotes: Int
        /// Of how many notes that the transaction made it is not known what is in them: ``TransactionRecord/assetsOut`` is
        /// without it.
        public let unknownCreatedNotes: Int

        /// Makes what is said of such a transaction. The library does this itself; the initializer is public for tests and
        /// previews.
        ///
        /// - Parameters:
        ///   - unknownConsumedNotes: Of how many consumed notes it is not known what was in them.
        ///   - unknownCreatedNotes: Of how many made notes it is not known what is in them.
        public init(unknownConsumedNotes: Int, unknownCreatedNotes: Int) {
            self.unknownConsumedNotes = unknownConsumedNotes
            self.unknownCreatedNotes = unknownCreatedNotes
        }
    }

    /// The transaction's id.
    public let id: TransactionID
    /// The account the transaction changes.
    public let accountId: AccountID
    /// What the transaction does.
    public let kind: Kind
    /// What has become of the transaction, as far as the wallet has synced.
    public let state: Transaction.State
    /// When the network had taken the transaction and the wallet recorded it, to the second. Of one that was made elsewhere,
    /// the time of its block.
    public let createdAt: Date
    /// The time of the block the transaction is in, where it is in one.
    public let committedAt: Date?
    /// What was in the notes the transaction consumes, as far as that is known: see ``fromChain``.
    public let assetsIn: TransactionSummary.Assets
    /// What is in the notes the transaction makes, as far as that is known: see ``fromChain``. The fee comes on top.
    public let assetsOut: TransactionSummary.Assets
    /// What the account paid for the transaction. Nil where it was free.
    public let fee: FungibleAsset?
    /// The notes the transaction consumes.
    public let consumedNotes: [NoteID]
    /// The notes the transaction makes, without the one that pays its fee.
    public let createdNotes: [NoteID]
    /// Who made the notes the transaction consumes, and whom those it makes are for, as far as that is known. Not its own
    /// account.
    public let counterparties: [AccountID]
    /// How much of the transaction is not known, where the account made it elsewhere and the chain tells of it. Nil of what
    /// this wallet has made.
    public let fromChain: FromChain?
    /// What the caller named the request by that it was made for. One of several ends with `/` and its number.
    public let reference: String?

    /// Makes a record. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - id: The transaction's id.
    ///   - accountId: The account the transaction changes.
    ///   - kind: What the transaction does.
    ///   - state: What has become of it.
    ///   - createdAt: When the wallet recorded it.
    ///   - committedAt: The time of its block.
    ///   - assetsIn: What was in the notes it consumes.
    ///   - assetsOut: What is in the notes it makes.
    ///   - fee: What the account paid for it.
    ///   - consumedNotes: The notes it consumes.
    ///   - createdNotes: The notes it makes.
    ///   - counterparties: The other accounts.
    ///   - fromChain: How much of it is not known, where it was made elsewhere.
    ///   - reference: What the caller named the request by.
    public init(
        id: TransactionID,
        accountId: AccountID,
        kind: Kind,
        state: Transaction.State,
        createdAt: Date,
        committedAt: Date? = nil,
        assetsIn: TransactionSummary.Assets = .init(fungible: []),
        assetsOut: TransactionSummary.Assets = .init(fungible: []),
        fee: FungibleAsset? = nil,
        consumedNotes: [NoteID] = [],
        createdNotes: [NoteID] = [],
        counterparties: [AccountID] = [],
        fromChain: FromChain? = nil,
        reference: String? = nil
    ) {
        self.id = id
        self.accountId = accountId
        self.kind = kind
        self.state = state
        self.createdAt = createdAt
        self.committedAt = committedAt
        self.assetsIn = assetsIn
        self.assetsOut = assetsOut
        self.fee = fee
        self.consumedNotes = consumedNotes
        self.createdNotes = createdNotes
        self.counterparties = counterparties
        self.fromChain = fromChain
        self.reference = reference
    }
}

/// Some of a wallet's transactions.
public struct TransactionPage: Hashable, Sendable {
    /// The transactions, newest first.
    public let transactions: [TransactionRecord]
    /// Where the next page begins. Nil where this one is the last.
    public let next: HistoryCursor?

    /// Makes a page. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - transactions: The transactions, newest first.
    ///   - next: Where the next page begins.
    public init(transactions: [TransactionRecord], next: HistoryCursor? = nil) {
        self.transactions = transactions
        self.next = next
    }
}
