import MidenSwiftClient

/// An amount of one token. The amount is a text: JavaScript rounds numbers of this size.
struct AssetAnswer: AnswerPart {
    let faucetId: AccountID
    let amount: String
    @OrNull var symbol: String?
    @OrNull var decimals: UInt8?
    let formatted: String

    enum CodingKeys: CodingKey, CaseIterable {
        case faucetId, amount, symbol, decimals, formatted
    }

    init(_ asset: FungibleAsset) {
        faucetId = asset.faucetId
        amount = String(asset.amount)
        symbol = asset.symbol
        decimals = asset.decimals
        formatted = asset.formatted
    }

    /// The amount and who issues the token: anybody may call a token by any symbol.
    var withFaucet: String { "\(formatted) of \(faucetId)" }

    /// The amount alone, in the token's own decimals where they are known.
    var quantity: String {
        guard let decimals, let units = UInt64(amount) else {
            return amount
        }
        return Amount(units).formatted(decimals: decimals)
    }

    /// What the amount counts.
    var unit: String {
        guard decimals == nil else {
            return symbol ?? "of unknown symbol"
        }
        return symbol.map { "base units of \($0)" } ?? "base units"
    }
}

/// A token of which there is only one.
struct UniqueAssetAnswer: AnswerPart {
    let faucetId: AccountID
    let asset: String

    enum CodingKeys: CodingKey, CaseIterable {
        case faucetId, asset
    }

    init(_ asset: NonFungibleAsset) {
        faucetId = asset.faucetId
        self.asset = asset.asset
    }

    /// The token and who issues it.
    var withFaucet: String { "unique \(asset) of \(faucetId)" }
}

extension [AssetAnswer] {
    /// Amounts, each with who issues the token, and unique tokens, as one text: empty where there are none.
    func listed(with unique: [UniqueAssetAnswer]) -> String {
        (map(\.withFaucet) + unique.map(\.withFaucet)).joined(separator: ", ")
    }
}
