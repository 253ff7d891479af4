import Foundation

/// What a wallet is opened on, and how far it has come.
public struct WalletInfo: Hashable, Sendable {
    /// The name of the network: "testnet", "devnet", "mainnet", "local", "embedded" or "custom".
    public let network: String
    /// Where the node is expected.
    public let rpcEndpoint: String
    /// The file that holds accounts, notes and block headers.
    public let storePath: String
    /// The block up to which the wallet has synced.
    public let syncHeight: UInt32
    /// The commitment of the network's first block, in hex, where the wallet has seen it.
    public let genesisCommitment: String?
    /// How many accounts the wallet has.
    public let accountCount: Int
    /// The account that is meant where none is named: the wallet's first one, until another is chosen.
    public let defaultAccountId: AccountID?
    /// The version of the Miden client in this library.
    public let clientVersion: String
    /// Transactions that an earlier run was about to submit, and of which the store does not know yet whether they were. The
    /// next sync or transaction finds out. Until then balances are those of before, and whoever pays again may pay twice.
    /// Where what was written down of them cannot be read none is named, and the next sync or transaction says so.
    public let unsettledTransactionIds: [TransactionID]
    /// The time of the newest block that is synced, to the second. Nil before the first sync.
    public let newestBlockTime: Date?
    /// When the wallet was restored from a backup, to the second, by the clock of the machine. Nil if it was not. An
    /// older version did not write the time of its restores; for those it is the time of a block at or after the backup.
    public let restoredAt: Date?

    /// Makes a description. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - network: The name of the network.
    ///   - rpcEndpoint: Where the node is expected.
    ///   - storePath: The store's file.
    ///   - syncHeight: The block up to which the wallet has synced.
    ///   - genesisCommitment: The commitment of the network's first block.
    ///   - accountCount: How many accounts the wallet has.
    ///   - defaultAccountId: The account that is meant where none is named.
    ///   - clientVersion: The version of the Miden client.
    ///   - unsettledTransactionIds: Transactions of which the store does not know whether they were submitted.
    ///   - newestBlockTime: The time of the newest block that is synced.
    ///   - restoredAt: When the wallet was restored from a backup.
    public init(
        network: String,
        rpcEndpoint: String,
        storePath: String,
        syncHeight: UInt32,
        genesisCommitment: String? = nil,
        accountCount: Int,
        defaultAccountId: AccountID? = nil,
        clientVersion: String,
        unsettledTransactionIds: [TransactionID] = [],
        newestBlockTime: Date? = nil,
        restoredAt: Date? = nil
    ) {
        self.network = network
        self.rpcEndpoint = rpcEndpoint
        self.storePath = storePath
        self.syncHeight = syncHeight
        self.genesisCommitment = genesisCommitment
        self.accountCount = accountCount
        self.defaultAccountId = defaultAccountId
        self.clientVersion = clientVersion
        self.unsettledTransactionIds = unsettledTransactionIds
        self.newestBlockTime = newestBlockTime
        self.restoredAt = restoredAt
    }
}
