import Foundation
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
            ("testnet", .testnet), ("devnet", .devnet), ("mainnet", .mainnet), ("local", .local), ("localhost", .local),
            ("embedded", .embedded), ("TestNet", .testnet),
            ("http://127.0.0.1:57291", .custom(rpcEndpoint: "http://127.0.0.1:57291")),
            ("https://node.example", .custom(rpcEndpoint: "https://node.example")),
            ("http://[::1]", .custom(rpcEndpoint: "http://[::1]")),
            ("http://[::1]:57291", .custom(rpcEndpoint: "http://[::1]:57291")),
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

    @Test(
        "An address that cannot be a node's is refused by the network and by the wallet, before anything is made",
        arguments: [
            ("", "it does not begin with http:// or https://"), ("hello", "it does not begin with http:// or https://"),
            ("localhost:57291", "it does not begin with http:// or https://"),
            ("ftp://node.example", "it does not begin with http:// or https://"),
            ("http://", "it names no host"), ("https:///", "it names no host"), ("https://:57291", "it names no host"),
            ("http://node.example:", "“” is not a port"), ("http://node.example:0", "“0” is not a port"),
            ("http://node.example:99999/", "“99999” is not a port"), ("http://my node", "there is a space in it"),
            ("http://[::1", "it is not a URL"), ("http://[::1:57291", "it is not a URL"),
            ("http://node.example/path", "there is more in it than a host and a port"),
            ("http://somebody@node.example", "it holds a user name"),
        ]
    )
    func impossibleAddress(address: String, fault: String) throws {
        let directory = try TemporaryDirectory()
        let configuration = MidenWallet.Configuration(
            network: .custom(rpcEndpoint: address),
            dataDirectory: directory.path + "/data"
        )
        let error = #expect(throws: MidenError.self) { try MidenWallet(configuration: configuration) }
        #expect(error?.code == .invalidParameter)
        #expect(error?.kind == .invalidEndpoint)
        let sentence = "“\(address)” is not the address of a node: \(fault). It should look like https://host:port."
        #expect(error?.localizedDescription == sentence)
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/data"))

        let named = #expect(throws: MidenError.self) { try MidenWallet.Network(address) }
        #expect(named?.kind == .invalidEndpoint)
        if address.hasPrefix("http") {
            #expect(named?.localizedDescription == sentence)
        }
    }

    @Test("An address may have capitals, and end in a slash")
    func address() async throws {
        let directory = try TemporaryDirectory()
        let configuration = MidenWallet.Configuration(
            network: try MidenWallet.Network("HTTP://127.0.0.1:9/"),
            dataDirectory: directory.path
        )
        let wallet = try MidenWallet(configuration: configuration)
        #expect(try await wallet.info().rpcEndpoint == "http://127.0.0.1:9")
        try await wallet.shutdown()
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
