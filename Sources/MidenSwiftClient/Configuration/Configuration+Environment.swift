extension MidenWallet.Configuration {
    /// The configuration an environment names: with that of the process, what `MidenWallet()` opens.
    ///
    /// - `MIDEN_NETWORK`: `testnet` (where not set), `devnet`, `mainnet`, `local`, `embedded`, or the address of a node
    ///   beginning with `http://` or `https://`.
    /// - `MIDEN_DATA_DIR`: the ``dataDirectory``.
    /// - `MIDEN_PROVER`: `local` (where not set), or the address of a remote prover, with this machine where that fails.
    /// - `MIDEN_NOTE_TRANSPORT`: `network` (where not set), `none`, or the address of a note transport.
    ///
    /// An empty variable counts as not set.
    ///
    /// - Parameter environment: The variables, such as `ProcessInfo.processInfo.environment`.
    /// - Throws: ``MidenError/Code/invalidParameter`` where a variable is not one of the above.
    public init(environment: [String: String]) throws {
        self.init(
            network: try environment[set: "MIDEN_NETWORK"].map(MidenWallet.Network.init(_:)) ?? .testnet,
            dataDirectory: environment[set: "MIDEN_DATA_DIR"],
            prover: environment[set: "MIDEN_PROVER"].map(MidenWallet.Prover.init(named:)) ?? .local,
            noteTransport: environment[set: "MIDEN_NOTE_TRANSPORT"].map(MidenWallet.NoteTransport.init(named:))
                ?? .ofNetwork
        )
        try requireAddresses()
    }
}

extension MidenWallet.Prover {
    /// Reads `local`, or an address.
    fileprivate init(named name: String) {
        self = name == "local" ? .local : .remoteWithLocalFallback(url: name)
    }
}

extension MidenWallet.NoteTransport {
    /// Reads `network`, `none`, or an address.
    fileprivate init(named name: String) {
        switch name {
        case "network": self = .ofNetwork
        case "none": self = .none
        default: self = .at(url: name)
        }
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
