#if WalletServer
    import Foundation
    import Logging
    import MidenWalletRPC
    import MidenWalletServer

    /// The checkout.
    let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs a server for a test.
    ///
    /// The log is told `closed` when a connection has ended, and what the method ``Wait`` does.
    func withServer(
        _ configure: (inout WalletServerConfiguration) -> Void = { _ in },
        log: EventLog = EventLog(),
        _ test: (WalletServer) async throws -> Void
    ) async throws {
        var configuration = WalletServerConfiguration(
            modules: try WalletModules.read(from: packageRoot.appendingPathComponent("js/src"))
        )
        configuration.limits.closeTime = .milliseconds(500)
        configure(&configuration)
        let server = try await WalletServer.start(
            configuration: configuration,
            router: try RPCRouter([
                Echo(), Identify(), Large(), Late(log: log), Wait(log: log), Connect(), Disconnect(),
            ]),
            logger: Logger(label: "test"),
            connectionClosed: { _ in log.add("closed") }
        )
        do {
            try await test(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
#endif
