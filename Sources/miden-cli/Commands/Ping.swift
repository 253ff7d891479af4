import ArgumentParser
import MidenSwiftClient

/// `miden-cli ping`
struct Ping: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the node whether it is there and belongs to the wallet's network.",
        discussion: """
            Exit code 10 where no node answers, 11 where it is another network or version.

            Example: miden-cli ping --network http://127.0.0.1:57291
            """
    )
    static let doing = "Waiting for the node"
    static let makesWallet = false

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let network: String
        let rpcEndpoint: String
        let reachable: Bool
        let milliseconds: Int

        enum CodingKeys: CodingKey, CaseIterable {
            case network, rpcEndpoint, reachable, milliseconds
        }

        var text: String {
            let node = network == "embedded" ? "The embedded chain" : "The node at \(rpcEndpoint)"
            return "\(node) answers, in \(milliseconds) ms."
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let info = try await wallet.info()
        let clock = ContinuousClock()
        let start = clock.now
        _ = try await wallet.getNodeStatus()
        return Answer(
            network: info.network,
            rpcEndpoint: info.rpcEndpoint,
            reachable: true,
            milliseconds: Int(start.duration(to: clock.now) / .milliseconds(1))
        )
    }
}
