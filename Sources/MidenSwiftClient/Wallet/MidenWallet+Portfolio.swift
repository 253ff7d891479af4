// What accounts hold, with what it is worth.

extension MidenWallet {
    /// Says what accounts hold together and what that is worth, with prices of a source of the app's. Asks the store and the
    /// source, not the network.
    ///
    /// A locked account is counted with what it held before: see ``Portfolio/lockedAccountIds``.
    /// What has no price is in the result, and not counted as nothing: see ``Portfolio/withoutPrice``. Amounts, prices and the
    /// total are exact.
    ///
    /// Cancelling the task ends the call with ``MidenError/Code/cancelled``, or with what the source makes of it.
    ///
    /// - Parameters:
    ///   - accountIds: The accounts, each counted once; nil means all of this wallet's.
    ///   - currency: The currency, as the source names it.
    ///   - prices: Where prices come from. It is asked once, and not where there is nothing to ask for.
    ///   - showsHidden: Whether hidden tokens are in it.
    ///   - timeout: How long to wait at most for each look at the store; nil means the wallet's timeout for requests. The source
    ///     has its own.
    /// - Returns: What there is.
    /// - Throws: ``MidenError/Code/lookup`` where an account is not in this wallet; ``MidenError/Kind/invalidPrice`` where a price
    ///   is in another currency; ``MidenError/Kind/amountOutOfRange`` where something is more than can be counted; what the
    ///   source throws.
    public nonisolated func getPortfolio(
        accountIds: [AccountID]? = nil,
        currency: String,
        prices: some PriceSource,
        showsHidden: Bool = false,
        timeout: Duration? = nil
    ) async throws -> Portfolio {
        let tokens = try await getTokens(timeout: timeout)
        let hidden = Set(tokens.filter { $0.isHidden && !showsHidden }.map(\.faucetId))
        let accounts =
            if let accountIds {
                accountIds
            } else {
                try await getAccounts(timeout: timeout).map(\.id)
            }
        var held: [FungibleAsset] = []
        var unique: [NonFungibleAsset] = []
        var leftOut: Set<AccountID> = []
        var counted: Set<AccountID> = []
        var locked: [AccountID] = []
        for account in accounts where counted.insert(account).inserted {
            let balance = try await getBalance(accountId: account, timeout: timeout)
            if balance.isLocked {
                locked.append(account)
            }
            let faucets = balance.fungibleAssets.map(\.faucetId) + balance.nonFungibleAssets.map(\.faucetId)
            leftOut.formUnion(hidden.intersection(faucets))
            unique += balance.nonFungibleAssets.filter { !hidden.contains($0.faucetId) }
            for asset in balance.fungibleAssets where !hidden.contains(asset.faucetId) {
                guard let place = held.firstIndex(where: { $0.faucetId == asset.faucetId }) else {
                    held.append(asset)
                    continue
                }
                let sum = try held[place].quantity + asset.quantity
                held[place] = FungibleAsset(
                    faucetId: asset.faucetId,
                    amount: sum.baseUnits,
                    symbol: asset.symbol,
                    decimals: sum.decimals
                )
            }
        }
        let asked = tokens.filter { token in held.contains { $0.faucetId == token.faucetId } }
        let known = asked.isEmpty ? [:] : try await prices.prices(of: asked, in: currency)
        let holdings = try held.map { asset in
            let price = known[asset.faucetId]
            if let price, price.currency != currency {
                throw Price.invalid(
                    "The price of faucet \(asset.faucetId) is in \(price.currency), and was asked for in \(currency)."
                )
            }
            return try Portfolio.Holding(asset: asset, price: price)
        }
        return try Portfolio(
            currency: currency,
            holdings: holdings,
            nonFungibleAssets: unique,
            hiddenCount: leftOut.count,
            lockedAccountIds: locked
        )
    }
}
