import Foundation
import Logging
import MidenSwiftClient
import MidenWalletRPC
import MidenWalletServer

/// A wallet that answers pages of this computer.
struct ServedWallet: Sendable {
    private let pages: RPCWallet
    private let server: WalletServer
    private let events: AsyncStream<(RPCEvent, UUID)>

    /// Starts to listen on loopback. What pages were granted, and their transactions, are kept in a folder.
    static func start(
        _ customer: UserWallet,
        port: Int,
        keeping folder: URL,
        asking user: TerminalUser
    ) async throws -> ServedWallet {
        let (events, event) = AsyncStream.makeStream(of: (RPCEvent, UUID).self)
        let pages = try await RPCWallet(
            customer.wallet,
            accountId: customer.account,
            approvals: user,
            store: FileGrantStore(file: folder.appendingPathComponent("grants.json")),
            transactions: try TransactionStore(file: folder.appendingPathComponent("transactions.json"))
        ) { event.yield(($0, $1)) }
        let server = try await WalletServer.start(
            configuration: WalletServerConfiguration(modules: WalletModules.bundled, port: port),
            router: try RPCRouter(pages.methods),
            logger: Logger(label: "wallet", factory: { _ in SwiftLogNoOpLogHandler() }),
            connectionClosed: { connection in Task { await pages.connectionClosed(connection) } }
        )
        return ServedWallet(pages: pages, server: server, events: events)
    }

    /// The port that it listens on.
    var port: Int { server.port }

    /// Tells pages what happens, until the task is cancelled.
    func sendEvents() async {
        for await (event, connection) in events { await server.send(event, to: connection) }
    }

    /// Ends the connections. What was approved is submitted first.
    func stop() async {
        await server.stop()
        await pages.waitForSubmissions()
    }
}
