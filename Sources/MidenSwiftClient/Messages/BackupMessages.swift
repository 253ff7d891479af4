internal import CMidenSwiftClient

/// Writes the whole wallet into one file.
struct BackUpRequest: Request, Codable {
    typealias Reply = BackUpReply

    static var operation: UInt32 { UInt32(WC_OPERATION_BACK_UP) }

    /// What an earlier run left is settled first.
    static var mayBringEvents: Bool { true }

    let path: String
    let passphrase: String
}

/// What the file has.
struct BackUpReply: Codable, Sendable {
    let accountCount: Int
    let keyCount: Int
    let transactionCount: Int
    let syncHeight: UInt32
    let bytes: UInt64

    enum CodingKeys: String, CodingKey {
        case accountCount = "account_count"
        case keyCount = "key_count"
        case transactionCount = "transaction_count"
        case syncHeight = "sync_height"
        case bytes
    }
}

extension WalletBackup {
    init(_ reply: BackUpReply) {
        self.init(
            accountCount: reply.accountCount,
            keyCount: reply.keyCount,
            transactionCount: reply.transactionCount,
            syncHeight: reply.syncHeight,
            byteCount: reply.bytes
        )
    }
}
