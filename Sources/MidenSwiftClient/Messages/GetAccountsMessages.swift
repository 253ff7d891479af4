internal import CMidenSwiftClient

/// Lists the wallet's accounts.
struct GetAccountsRequest: BareRequest {
    typealias Reply = GetAccountsReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_ACCOUNTS) }
}

/// The wallet's accounts.
struct GetAccountsReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let accountId: AccountID
        let kind: Account.Kind
        let visibility: AccountVisibility
        let status: Account.Status
        let nonce: UInt64
        let name: String?

        enum CodingKeys: String, CodingKey {
            case accountId = "account_id"
            case kind, visibility, status, nonce, name
        }
    }

    let accounts: [Entry]
}

extension Account {
    init(_ entry: GetAccountsReply.Entry) {
        self.init(
            id: entry.accountId,
            kind: entry.kind,
            visibility: entry.visibility,
            status: entry.status,
            nonce: entry.nonce,
            name: entry.name
        )
    }
}
