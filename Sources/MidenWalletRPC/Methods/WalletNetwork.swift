import MidenSwiftClient

/// The network of a wallet, as messages name it.
public enum WalletNetwork: String, Codable, Hashable, Sendable, CaseIterable {
    /// The main network.
    case mainnet
    /// The public test network.
    case testnet
    /// The public development network.
    case devnet
    /// A node on this machine, or the embedded chain.
    case localnet
    /// Any other node.
    case custom

    /// The name for a network of this library.
    ///
    /// - Parameter network: The network.
    public init(_ network: MidenWallet.Network) {
        self =
            switch network {
            case .mainnet: .mainnet
            case .testnet: .testnet
            case .devnet: .devnet
            case .local, .embedded: .localnet
            case .custom: .custom
            }
    }
}
