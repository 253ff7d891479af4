internal import CMidenSwiftClient

/// Asks for what the wallet knows of one of its accounts.
struct GetAccountDetailsRequest: Request, Codable {
    typealias Reply = AccountDetailsReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_ACCOUNT_DETAILS) }

    let accountId: AccountID

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
    }
}

/// What the wallet knows of an account, as it crosses.
struct AccountDetailsReply: Codable, Sendable {
    let state: AccountStateMessage
    let syncHeight: UInt32
    let isNew: Bool
    let isLocked: Bool

    enum CodingKeys: String, CodingKey {
        case syncHeight = "sync_height"
        case isNew = "is_new"
        case isLocked = "is_locked"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        state = try AccountStateMessage(from: decoder)
        syncHeight = try values.decode(UInt32.self, forKey: .syncHeight)
        isNew = try values.decode(Bool.self, forKey: .isNew)
        isLocked = try values.decode(Bool.self, forKey: .isLocked)
    }

    func encode(to encoder: any Encoder) throws {
        try state.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(syncHeight, forKey: .syncHeight)
        try values.encode(isNew, forKey: .isNew)
        try values.encode(isLocked, forKey: .isLocked)
    }
}

extension AccountDetails {
    init(_ reply: AccountDetailsReply) {
        self.init(
            state: AccountState(reply.state, isLocked: reply.isLocked),
            syncHeight: reply.syncHeight,
            isNew: reply.isNew
        )
    }
}
