internal import CMidenSwiftClient
import Foundation

/// What the wallet is opened on.
struct InfoRequest: BareRequest {
    typealias Reply = InfoReply

    static var operation: UInt32 { UInt32(WC_OPERATION_INFO) }
}

/// What the wallet is opened on.
struct InfoReply: Codable, Sendable {
    let network: String
    let rpcEndpoint: String
    let storePath: String
    let syncHeight: UInt32
    let genesisCommitment: String?
    let accountCount: Int
    let defaultAccountId: AccountID?
    let clientVersion: String
    let unsettledTransactionIds: [TransactionID]
    /// In seconds since 1970, as the next.
    let newestBlockTime: UInt64?
    let restoredAt: UInt64?

    enum CodingKeys: String, CodingKey {
        case network
        case rpcEndpoint = "rpc_endpoint"
        case storePath = "store_path"
        case syncHeight = "sync_height"
        case genesisCommitment = "genesis_commitment"
        case accountCount = "account_count"
        case defaultAccountId = "default_account_id"
        case clientVersion = "client_version"
        case unsettledTransactionIds = "unsettled_transaction_ids"
        case newestBlockTime = "newest_block_time"
        case restoredAt = "restored_at"
    }
}

extension WalletInfo {
    init(_ reply: InfoReply) {
        self.init(
            network: reply.network,
            rpcEndpoint: reply.rpcEndpoint,
            storePath: reply.storePath,
            syncHeight: reply.syncHeight,
            genesisCommitment: reply.genesisCommitment,
            accountCount: reply.accountCount,
            defaultAccountId: reply.defaultAccountId,
            clientVersion: reply.clientVersion,
            unsettledTransactionIds: reply.unsettledTransactionIds,
            newestBlockTime: reply.newestBlockTime.map(Date.init(seconds:)),
            restoredAt: reply.restoredAt.map(Date.init(seconds:))
        )
    }
}
