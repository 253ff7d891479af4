import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("Where a wallet's files are")
struct PlacesTests {
    #if !canImport(Darwin)
        @Test("In $XDG_DATA_HOME, or in ~/.local/share where that is not set or not absolute")
        func platformFolder() {
            #expect(Places.dataDirectory(environment: ["XDG_DATA_HOME": "/x", "HOME": "/h"]) == "/x/miden-swift")
            for unset in [[:], ["XDG_DATA_HOME": ""], ["XDG_DATA_HOME": "x"]] {
                let environment = unset.merging(["HOME": "/h"]) { $1 }
                #expect(Places.dataDirectory(environment: environment) == "/h/.local/share/miden-swift")
            }
        }
    #else
        @Test("In Application Support")
        func platformFolder() {
            #expect(Places.dataDirectory(environment: [:]).hasSuffix("/Library/Application Support/miden-swift"))
        }
    #endif

    @Test(
        "Each network has a folder of its own",
        arguments: [
            (.testnet, "testnet"), (.devnet, "devnet"), (.mainnet, "mainnet"), (.local, "local"),
            (.embedded, "embedded"),
            (.custom(rpcEndpoint: "http://127.0.0.1:57291"), "custom-127.0.0.1-57291"),
            (.custom(rpcEndpoint: "https://Node.Example/rpc/"), "custom-node.example-rpc"),
            (.custom(rpcEndpoint: "node:1"), "custom-node-1"),
            (.custom(rpcEndpoint: "http://../../etc"), "custom-..-..-etc"),
        ] as [(MidenWallet.Network, String)]
    )
    func folders(network: MidenWallet.Network, folder: String) {
        let configuration = MidenWallet.Configuration(network: network, dataDirectory: "/data")
        let places = Places(configuration, environment: [:])
        #expect(places.storePath == "/data/\(folder)/store.sqlite3")
        #expect(places.keystorePath == "/data/\(folder)/keystore")
        #expect(places.chainDirectory == (network == .embedded ? "/data/embedded/chain" : nil))
    }

    @Test("Paths that are given are taken as they are")
    func givenPaths() {
        let configuration = MidenWallet.Configuration(
            network: .embedded(MidenWallet.EmbeddedOptions(chainDirectory: "/c")),
            keystorePath: "/k",
            storePath: "/s/wallet.db",
            dataDirectory: "/data"
        )
        let places = Places(configuration, environment: [:])
        #expect(places.storePath == "/s/wallet.db")
        #expect(places.keystorePath == "/k")
        #expect(places.chainDirectory == "/c")
    }

    @Test(
        "The key of a keystore elsewhere lies beside it, that of the usual one where it always does",
        arguments: [
            (nil, "/data/keystore.key"), ("/data/testnet/keystore", "/data/keystore.key"),
            ("/data/testnet/keystore/", "/data/keystore.key"), ("/k", "/k.key"), ("/k//", "/k.key"),
        ] as [(String?, String)]
    )
    func keyFile(keystorePath: String?, keyFile: String) {
        let configuration = MidenWallet.Configuration(keystorePath: keystorePath, dataDirectory: "/data")
        #expect(Places(configuration, environment: [:]).keyFile == keyFile)
    }

    @Test("The folders are made for nobody but the user")
    func permissions() throws {
        let directory = try TemporaryDirectory()
        let configuration = MidenWallet.Configuration(network: .embedded, dataDirectory: directory.path + "/data")
        try Places(configuration, environment: [:]).makeFolders()
        for folder in ["data", "data/embedded", "data/embedded/keystore", "data/embedded/chain"] {
            #expect(try directory.permissions(of: folder) == 0o700)
        }
    }

    @Test("A folder that cannot be made is an error of the store that names it")
    func notAFolder() throws {
        let directory = try TemporaryDirectory()
        try Data().write(to: URL(fileURLWithPath: directory.path + "/file"))
        let configuration = MidenWallet.Configuration(dataDirectory: directory.path + "/file")
        let error = #expect(throws: MidenError.self) { try MidenWallet(configuration: configuration) }
        #expect(error?.code == .store)
        #expect(error?.kind == .directoryUnusable)
        #expect(
            error?.localizedDescription
                == "The folder \(directory.path)/file/testnet cannot be made, because \(directory.path)/file is not a"
                + " folder."
        )
        #expect(error?.causes == [])
    }

    @Test(
        "Where the system does not let it, its own words are the cause",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self"))
    )
    func forbiddenFolder() throws {
        let configuration = MidenWallet.Configuration(dataDirectory: "/proc/self/wallets")
        let error = #expect(throws: MidenError.self) { try MidenWallet(configuration: configuration) }
        #expect(
            error?.localizedDescription
                == "The folder /proc/self/wallets/testnet cannot be made. Check the path and its permissions."
        )
        #expect(error?.causes == ["No such file or directory"])
    }

    @Test("A store is there when its file is, or when nobody can tell")
    func hasStore() throws {
        let directory = try TemporaryDirectory()
        let configuration = MidenWallet.Configuration(dataDirectory: directory.path + "/data")
        #expect(!configuration.hasStore)
        try Places(configuration, environment: [:]).makeFolders()
        #expect(!configuration.hasStore)
        try Data().write(to: URL(fileURLWithPath: directory.path + "/data/testnet/store.sqlite3"))
        #expect(configuration.hasStore)
        #expect(MidenWallet.Configuration(dataDirectory: "/dev/null/data").hasStore)
    }
}
