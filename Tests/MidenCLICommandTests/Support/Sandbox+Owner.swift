import MidenSwiftClient

extension Sandbox {
    /// The wallet on the embedded chain, which this process keeps open until it is shut down.
    func owner() throws -> MidenWallet {
        try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                dataDirectory: wallets
            )
        )
    }
}
