import Foundation
import MidenTestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// The local network of a run: where it answers, and its processes.
struct LocalChain: Sendable {
    /// The folder of the network.
    let folder: String
    /// The script that starts services of the network.
    let buildScript: String
    let nodeURL: String
    let nodePort: UInt16
    let transportPort: UInt16?
    let proverPort: UInt16?
    /// The ids of the genesis accounts by name.
    let accounts: [String: String]

    /// - Parameters:
    ///   - folder: The folder of a network that `build.sh network up` has started.
    ///   - buildScript: The script.
    /// - Throws: If there is no network.
    init(folder: String, buildScript: String) throws {
        self.folder = folder
        self.buildScript = buildScript
        let network = try JSON(String(contentsOfFile: folder + "/network.json", encoding: .utf8))
        nodeURL = network["rpc_url"].text
        func port(_ name: String) -> UInt16? {
            URL(string: network[name].text)?.port.flatMap(UInt16.init(exactly:))
        }
        guard let node = port("rpc_url") else {
            throw ChaosError("\(folder)/network.json names no node.")
        }
        nodePort = node
        transportPort = port("transport_url")
        proverPort = port("prover_url")
        let genesis = try JSON(String(contentsOfFile: folder + "/accounts/accounts.json", encoding: .utf8))
        var accounts: [String: String] = [:]
        for name in ["native_faucet", "tok_faucet", "funding"] {
            accounts[name] = genesis[name]["id"].text
        }
        self.accounts = accounts
    }

    /// The faucet of the token that fees are paid in.
    var nativeFaucet: String { accounts["native_faucet"] ?? "" }
    /// The faucet of another token.
    var tokenFaucet: String { accounts["tok_faucet"] ?? "" }
    /// The account that pays all others.
    var funding: String { accounts["funding"] ?? "" }

    /// The file of a genesis account.
    func accountFile(_ name: String) -> String { "\(folder)/accounts/\(name).mac" }

    /// Sends a signal to a service of the network.
    ///
    /// - Throws: If it does not run.
    func signal(_ service: String, _ number: Int32) throws {
        let file = try String(contentsOfFile: "\(folder)/run/\(service).pid", encoding: .utf8)
        guard let pid = file.split(separator: "\n").first.flatMap({ Int32($0) }), kill(pid, number) == 0 else {
            throw ChaosError("The service \(service) does not run.")
        }
    }

    /// Starts the services that do not run, and waits for a new block.
    ///
    /// - Throws: If that fails.
    func startMissingServices() async throws {
        let outcome = try await RunningCommand(
            ["network", "up"],
            environment: ProcessInfo.processInfo.environment.merging(["MIDEN_NET_DIR": folder]) { $1 },
            program: buildScript
        ).outcome()
        guard outcome.status == 0 else {
            throw ChaosError("The network did not start again: \(outcome.errors)")
        }
    }
}

/// A reason why a run cannot go on.
struct ChaosError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
