import MidenSwiftClient

extension TransactionSummary.Assets {
    /// What there is more of here than in others, of each fungible token.
    ///
    /// - Parameter others: What to take away.
    /// - Returns: The amounts that are left, without those of which nothing is.
    package func surplus(over others: Self) -> [FungibleAsset] {
        fungible.compactMap { asset in
            let other = others.fungible.first { $0.faucetId == asset.faucetId }?.amount ?? 0
            guard asset.amount > other else { return nil }
            return FungibleAsset(
                faucetId: asset.faucetId,
                amount: asset.amount - other,
                symbol: asset.symbol,
                decimals: asset.decimals
            )
        }
    }
}
