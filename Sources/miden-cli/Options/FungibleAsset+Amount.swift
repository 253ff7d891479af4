import MidenSwiftClient

extension FungibleAsset {
    /// Another amount of the same token, in base units.
    func with(amount: UInt64) -> FungibleAsset {
        FungibleAsset(faucetId: faucetId, amount: amount, symbol: symbol, decimals: decimals)
    }
}
