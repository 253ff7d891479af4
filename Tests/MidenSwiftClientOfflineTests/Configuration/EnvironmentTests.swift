import Testing

@testable import MidenSwiftClient

@Suite("What the environment names")
struct EnvironmentTests {
    @Test("Without variables it is testnet, with the platform's data folder")
    func nothingSet() throws {
        for environment in [[:], ["MIDEN_NETWORK": "", "MIDEN_DATA_DIR": ""]] {
            let configuration = try MidenWallet.Configuration(environment: environment)
            #expect(configuration.network == .testnet)
            #expect(configuration.dataDirectory == nil)
            #expect(configuration.storePath == nil)
            #expect(configuration.keystorePath == nil)
        }
    }

    @Test(
        "MIDEN_NETWORK names a network or a node",
        arguments: [
            ("testnet", .testnet), ("devnet", .devnet), ("mainnet", .mainnet), ("local", .local),
            ("embedded", .embedded), ("TestNet", .testnet),
            ("http://127.0.0.1:57291", .custom(rpcEndpoint: "http://127.0.0.1:57291")),
            ("https://node.example", .custom(rpcEndpoint: "https://node.example")),
        ] as [(String, MidenWallet.Network)]
    )
    func networks(name: String, network: MidenWallet.Network) throws {
        #expect(try MidenWallet.Configuration(environment: ["MIDEN_NETWORK": name]).network == network)
        #expect(try MidenWallet.Network(network.description) == network)
    }

    @Test("Another name is an error that lists those there are")
    func unknownNetwork() {
        let error = #expect(throws: MidenError.self) {
            try MidenWallet.Configuration(environment: ["MIDEN_NETWORK": "testnt"])
        }
        #expect(error?.code == .invalidParameter)
        #expect(
            error?.localizedDescription
                == "“testnt” is not a network: it should be testnet, devnet, mainnet, local, embedded,"
                + " or the address of a node such as https://host:port."
        )
    }

    @Test("MIDEN_DATA_DIR names the data folder")
    func dataDirectory() throws {
        let configuration = try MidenWallet.Configuration(environment: ["MIDEN_DATA_DIR": "/data"])
        #expect(configuration.dataDirectory == "/data")
        #expect(Places(configuration, environment: [:]).storePath == "/data/testnet/store.sqlite3")
    }

    @Test("A configuration of one's own does not look at the environment")
    func ownConfiguration() {
        #expect(MidenWallet.Configuration().network == .testnet)
        #expect(MidenWallet.Configuration().timeouts == MidenWallet.Timeouts())
        #expect(MidenWallet.Configuration().logger.logLevel == .critical)
    }
}
