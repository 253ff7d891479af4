import ArgumentParser
import Foundation

@main
struct ChaosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chaos",
        abstract: "Attack wallets on a local network, and compare them with the chain at the end.",
        discussion: "Use it by `./build.sh chaos`, which starts the network."
    )

    @Argument(help: "How many minutes the attack lasts. Paying the accounts and settling come on top.")
    var minutes = 3.0

    @Option(help: "The same seed gives the same schedule. Random if not given.")
    var seed: UInt64?

    @Option(help: "The folder of the local network.")
    var network: String

    @Option(help: "The script that starts the services of the network.")
    var buildScript: String

    @Option(help: "An empty folder for the wallets and the log.")
    var directory: String

    @Option(help: "A disk of a few megabytes, which may be filled.")
    var smallDisk: String?

    func validate() throws {
        guard minutes > 0, minutes <= 600 else {
            throw ValidationError("The attack lasts more than 0 and at most 600 minutes.")
        }
    }

    func run() async throws {
        let chaos = Chaos(
            seed: seed ?? UInt64.random(in: 0...9_999_999),
            length: .seconds(minutes * 60),
            chain: try LocalChain(folder: network, buildScript: buildScript),
            directory: directory,
            smallDisk: smallDisk
        )
        let problems = try await chaos.run()
        guard problems.isEmpty else {
            print("\(problems.count) problems with seed \(chaos.seed):")
            problems.forEach { print("  \($0)") }
            throw ExitCode.failure
        }
        print("no problem: all totals and all accounts are those of the chain")
    }
}
