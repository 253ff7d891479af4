import ArgumentParser
import Foundation
import MidenSwiftClient

/// The shop, its customer's wallet and the chain, in one process: the embedded chain has no other.
@main
struct ExampleDApp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example-dapp",
        abstract: "Run a shop that takes payments, and a wallet that pays it.",
        discussion: "Ends with Ctrl-C, or at the end of the input. Nothing is kept for the next start."
    )

    @Option(help: "An empty folder for the wallets and the chain.")
    var folder: String

    @Option(help: "The port of the shop, 0 for a free one.")
    var port = 8601

    @Option(help: "The port of the wallet, 0 for a free one.")
    var walletPort = 8600

    @Option(
        help: ArgumentHelp(
            "An account file of the local network, which pays the customer's tokens. Without it, the chain is the embedded one.",
            valueName: "file"
        )
    )
    var localAccount: String?

    @Flag(help: "Make no real proofs on the embedded chain.")
    var dummyProofs = false

    func run() async throws {
        let folder = URL(fileURLWithPath: folder)
        let network: MidenWallet.Network =
            localAccount == nil
            ? .embedded(
                MidenWallet.EmbeddedOptions(
                    proofs: dummyProofs ? .dummy : .real,
                    chainDirectory: folder.appendingPathComponent("chain").path
                )
            )
            : .local
        say("Preparing a wallet with tokens, and the shop's account …")
        let customer = try await UserWallet.open(
            on: network,
            in: folder,
            funding: localAccount.map { URL(fileURLWithPath: $0) }
        )
        let user = TerminalUser(network: network)
        let served = try await ServedWallet.start(customer, port: walletPort, keeping: folder, asking: user)
        let till = try await Till.open(on: network, in: folder.appendingPathComponent("shop").path)
        let shop = try Shop(
            till,
            selling: Offer(in: customer.token),
            pageFolder: Self.pageFolder,
            walletOrigin: "http://127.0.0.1:\(served.port)"
        )
        let server = try await HTTPServer.start(port: port) { await shop.answer($0) }
        await shop.listens(on: server.port)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await served.sendEvents() }
            group.addTask { try await customer.wallet.keepSynced(every: .seconds(1)) }
            group.addTask { try await till.wallet.keepSynced(every: .seconds(1)) }
            group.addTask {
                for await line in Self.lines() { await user.take(line) }
                await user.endInput()
            }
            say("Open http://127.0.0.1:\(server.port). The wallet asks here.")
            // The first to end has failed, or has read the whole input.
            defer { group.cancelAll() }
            try await group.next()
        }
        await served.stop()
        try await customer.wallet.shutdown()
        try await till.wallet.shutdown()
    }

    /// The lines of standard input. A thread reads them, because reading blocks.
    private static func lines() -> AsyncStream<String> {
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let read = readLine() { line.yield(read) }
            line.finish()
        }
        return lines
    }

    private static var pageFolder: URL {
        URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("page")
    }
}
