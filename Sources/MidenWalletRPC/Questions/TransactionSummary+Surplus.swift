import MidenSwiftClient

extension TransactionSummary.Assets {
    /// Adds up assets: one entry for each faucet, in the order of their first mention.
    ///
    /// - Parameter all: What is added. Amounts that no account can hold end at the largest number.
    init(sum all: [Self]) {
        var sums: [FungibleAsset] = []
        for asset in all.flatMap(\.fungible) {
            guard let index = sums.firstIndex(where: { $0.faucetId == asset.faucetId }) else {
                sums.append(asset)
                continue
            }
            let (sum, isTooLarge) = sums[index].amount.addingReportingOverflow(asset.amount)
            sums[index] = asset.with(amount: isTooLarge ? .max : sum)
        }
        self.init(fungible: sums, nonFungible: all.flatMap(\.nonFungible))
    }

    /// What there is more of here than in others, of each fungible token.
    ///
    /// - Parameter others: What to take away.
    /// - Returns: The amounts that are left, without those of which nothing is.
    package func surplus(over others: Self) -> [FungibleAsset] {
        let (own, others) = (Self(sum: [self]), Self(sum: [others]))
        return own.fungible.compactMap { asset in
            let other = others.fungible.first { $0.faucetId == asset.faucetId }?.amount ?? 0
            return asset.amount > other ? asset.with(amount: asset.amount - other) : nil
        }
    }
}

extension FungibleAsset {
    /// Another amount of the same token.
    fileprivate func with(amount: UInt64) -> Self {
        Self(faucetId: faucetId, amount: amount, symbol: symbol, decimals: decimals)
    }
}
