internal import CMidenSwiftClient

/// Reads what an account holds.
struct GetBalanceRequest: Request, Codable {
    typealias Reply = GetBalanceReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_BALANCE) }

    let accountId: AccountID

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
    }
}

/// What an account holds.
struct GetBalanceReply: Codable, Sendable {
    let accountId: AccountID
    let fungibleAssets: [FungibleAssetMessage]
    let nonFungibleAssets: [NonFungibleAssetMessage]
    let isLocked: Bool

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case fungibleAssets = "fungible_assets"
        case nonFungibleAssets = "non_fungible_assets"
        case isLocked = "is_locked"
    }
}

extension AccountBalance {
    init(_ reply: GetBalanceReply) {
        self.init(
            accountId: reply.accountId,
            fungibleAssets: reply.fungibleAssets.map(FungibleAsset.init),
            nonFungibleAssets: reply.nonFungibleAssets.map(NonFungibleAsset.init),
            isLocked: reply.isLocked
        )
    }
}
