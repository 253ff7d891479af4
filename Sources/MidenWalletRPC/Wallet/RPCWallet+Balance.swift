import MidenSwiftClient

// What the account owns, in the units of the tokens.

extension RPCWallet {
    nonisolated func getBalance(
        _ parameters: GetBalanceParameters,
        from caller: RPCCaller
    ) async throws -> GetBalanceResult {
        let network = wallet.configuration.network
        let grant = try await unlockedGrant(of: caller, naming: parameters.address) { grant in
            _ = try parameters.faucet(on: network)
            return grant.readsSilently(.assets) ? nil : .assets
        }
        let owned = try await wallet.getBalance(accountId: grant.accountId).fungibleAssets
        guard let faucet = try parameters.faucet(on: network) else {
            return GetBalanceResult(balances: try owned.map { try GetBalanceResult.Balance($0, on: network) })
        }
        let asset: FungibleAsset
        if let found = owned.first(where: { $0.faucetId == faucet }) {
            asset = found
        } else {
            let token = try await wallet.getTokens().first { $0.faucetId == faucet }
            asset = FungibleAsset(faucetId: faucet, amount: 0, symbol: token?.symbol, decimals: token?.decimals)
        }
        return GetBalanceResult(balances: [try GetBalanceResult.Balance(asset, on: network)])
    }
}

extension GetBalanceParameters {
    /// The faucet whose token the page asks for, nil for all.
    ///
    /// - Throws: ``RPCError`` if it is no address of the network.
    fileprivate func faucet(on network: MidenWallet.Network) throws -> AccountID? {
        guard let address = faucetId?.prefix(while: { $0 != "_" }) else { return nil }
        guard let faucet = try? AccountAddress(String(address), on: network).accountId else {
            throw RPCError.invalidParameters("params.faucetId: This is no address of the network")
        }
        return faucet
    }
}

extension GetBalanceResult.Balance {
    fileprivate init(_ asset: FungibleAsset, on network: MidenWallet.Network) throws {
        self.init(
            faucetId: try AccountAddress(asset.faucetId, on: network).text,
            amount: asset.quantity,
            symbol: asset.symbol
        )
    }
}
