import MidenSwiftClient

/// What an account has left of a token. Its names are not those of other assets, so that `--field` means one of them.
struct RemainingAnswer: AnswerPart {
    /// In the token's own decimals where they are known, with its symbol.
    let remaining: String
    let remainingBaseUnits: String
    let remainingFaucetId: AccountID

    enum CodingKeys: CodingKey, CaseIterable {
        case remaining, remainingBaseUnits, remainingFaucetId
    }

    init(_ asset: FungibleAsset) {
        remaining = asset.formatted
        remainingBaseUnits = String(asset.amount)
        remainingFaucetId = asset.faucetId
    }
}

extension [RemainingAnswer] {
    /// As a fact, where something is left.
    var facts: [(name: String, value: String)] {
        isEmpty ? [] : [("left", map { "\($0.remaining) of \($0.remainingFaucetId)" }.joined(separator: ", "))]
    }
}
