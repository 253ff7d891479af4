import MidenSwiftClient

// What the account owns.

extension RPCWallet {
    func requestAssets(
        _ parameters: AccountParameters,
        from caller: RPCCaller
    ) async throws -> RequestAssetsResult {
        let grant = try await unlockedGrant(of: caller, naming: parameters.address) { grant in
            grant.readsSilently(.assets) ? nil : .assets
        }
        let balance = try await wallet.getBalance(accountId: grant.accountId)
        return RequestAssetsResult(
            assets: try balance.fungibleAssets.map { asset in
                RequestAssetsResult.Asset(
                    faucetId: try AccountAddress(asset.faucetId, on: wallet.configuration.network).text,
                    baseUnits: asset.amount
                )
            }
        )
    }
}
