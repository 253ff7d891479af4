extension MidenWallet {
    /// The network a wallet belongs to.
    public enum Network: Hashable, Sendable {
        /// The public test network.
        case testnet
        /// The public development network.
        case devnet
        /// The main network.
        case mainnet
        /// A node on this machine, at its default port.
        case local
        /// A chain inside this process, for demonstrations and tests. Only a core built with
        /// `build.sh core --embedded-chain` has it; opening it with another throws ``MidenError/Code/unsupported``.
        case embedded(EmbeddedOptions)
        /// Any other node, at an address such as `https://node.example:57291`. Opening a wallet on what cannot be one
        /// throws ``MidenError/Code/invalidParameter``.
        case custom(rpcEndpoint: String)

        /// A chain inside this process, with real proofs and no fees.
        public static var embedded: Network { .embedded(EmbeddedOptions()) }

        /// Reads a network as people and the environment name it.
        ///
        /// - Parameter name: `testnet`, `devnet`, `mainnet`, `local` or `localhost`, `embedded`, or the address of a node beginning
        ///   with `http://` or `https://`.
        /// - Throws: ``MidenError/Code/invalidParameter`` for anything else, and for an address that cannot be a node's.
        public init(_ name: String) throws {
            switch name.lowercased() {
            case "testnet": self = .testnet
            case "devnet": self = .devnet
            case "mainnet": self = .mainnet
            case "local", "localhost": self = .local
            case "embedded": self = .embedded
            case let lowercased where lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://"):
                self = .custom(rpcEndpoint: name)
                try ServiceAddress(service: "a node", url: name).require()
            default:
                throw MidenError(
                    code: .invalidParameter,
                    kind: .invalidEndpoint,
                    message: "“\(name)” is not a network: it should be testnet, devnet, mainnet, local, embedded,"
                        + " or the address of a node such as https://host:port."
                )
            }
        }
    }
}

extension MidenWallet.Network: CustomStringConvertible {
    /// The name, or the address of a custom node: what ``init(_:)`` reads.
    public var description: String {
        switch self {
        case .testnet: "testnet"
        case .devnet: "devnet"
        case .mainnet: "mainnet"
        case .local: "local"
        case .embedded: "embedded"
        case .custom(let rpcEndpoint): rpcEndpoint
        }
    }
}
