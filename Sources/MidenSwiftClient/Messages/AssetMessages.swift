/// An amount of one token, as it crosses.
struct FungibleAssetMessage: Codable, Sendable {
    let faucetId: AccountID
    let amount: UInt64
    let symbol: String?
    let decimals: UInt8?

    enum CodingKeys: String, CodingKey {
        case faucetId = "faucet_id"
        case amount, symbol, decimals
    }
}

extension FungibleAsset {
    init(_ message: FungibleAssetMessage) {
        self.init(
            faucetId: message.faucetId,
            amount: message.amount,
            symbol: message.symbol,
            decimals: message.decimals
        )
    }
}

/// A unique token, as it crosses.
struct NonFungibleAssetMessage: Codable, Sendable {
    let faucetId: AccountID
    let asset: String

    enum CodingKeys: String, CodingKey {
        case faucetId = "faucet_id"
        case asset
    }
}

extension NonFungibleAsset {
    init(_ message: NonFungibleAssetMessage) {
        self.init(faucetId: message.faucetId, asset: message.asset)
    }
}

/// Assets of both kinds, as they cross.
struct AssetsMessage: Codable, Sendable {
    let fungibleAssets: [FungibleAssetMessage]
    let nonFungibleAssets: [NonFungibleAssetMessage]

    enum CodingKeys: String, CodingKey {
        case fungibleAssets = "fungible_assets"
        case nonFungibleAssets = "non_fungible_assets"
    }
}

extension TransactionSummary.Assets {
    init(_ message: AssetsMessage) {
        self.init(
            fungible: message.fungibleAssets.map(FungibleAsset.init),
            nonFungible: message.nonFungibleAssets.map(NonFungibleAsset.init)
        )
    }
}
