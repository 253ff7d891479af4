internal import Collections

extension [FungibleAsset] {
    /// One amount for each token, in the order of their first mention.
    package var totals: [FungibleAsset] {
        var totals: OrderedDictionary<AccountID, FungibleAsset> = [:]
        for asset in self {
            // No faucet can issue 2^64 of its token, so the sum of true amounts never reaches the limit.
            let (sum, overflow) = (totals[asset.faucetId]?.amount ?? 0).addingReportingOverflow(asset.amount)
            totals[asset.faucetId] = FungibleAsset(
                faucetId: asset.faucetId,
                amount: overflow ? .max : sum,
                symbol: totals[asset.faucetId]?.symbol ?? asset.symbol,
                decimals: totals[asset.faucetId]?.decimals ?? asset.decimals
            )
        }
        return Array(totals.values)
    }
}
