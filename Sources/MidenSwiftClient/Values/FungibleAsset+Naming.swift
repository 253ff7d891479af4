extension FungibleAsset {
    /// The same amount with the symbol and the decimals of its token.
    ///
    /// - Parameter tokens: The tokens that a wallet knows.
    /// - Returns: The asset. Symbol and decimals are nil if the token is not among them.
    package func naming(_ tokens: [Token]) -> FungibleAsset {
        let token = tokens.first { $0.faucetId == faucetId }
        return FungibleAsset(faucetId: faucetId, amount: amount, symbol: token?.symbol, decimals: token?.decimals)
    }
}
