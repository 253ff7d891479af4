extension MidenWallet.Configuration {
    /// The configuration an environment names: with that of the process, what `MidenWallet()` opens.
    ///
    /// - `MIDEN_NETWORK`: `testnet` (where not set), `devnet`, `mainnet`, `local`, `embedded`, or the address of a node
    ///   beginning with `http://` or `https://`.
    /// - `MIDEN_DATA_DIR`: the ``dataDirectory``.
    ///
    /// An empty variable counts as not set.
    ///
    /// - Parameter environment: The variables, such as `ProcessInfo.processInfo.environment`.
    /// - Throws: ``MidenError/Code/invalidParameter`` where `MIDEN_NETWORK` is not one of the above.
    public init(environment: [String: String]) throws {
        self.init(
            network: try environment[set: "MIDEN_NETWORK"].map(MidenWallet.Network.init(_:)) ?? .testnet,
            dataDirectory: environment[set: "MIDEN_DATA_DIR"]
        )
    }
}

extension [String: String] {
    /// The value of a variable that is set and not empty.
    subscript(set name: String) -> String? {
        guard let value = self[name], !value.isEmpty else {
            return nil
        }
        return value
    }
}
