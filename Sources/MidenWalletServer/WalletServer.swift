#if WalletServer
    import Foundation
    import Logging
    import MidenWalletRPC
    import NIOCore
    import NIOPosix

    /// Serves a router's methods to web pages: WebSocket at `/rpc`, the JavaScript modules, and a page that tells that the
    /// server runs. `docs/wallet-rpc.md` specifies it.
    ///
    /// ```swift
    /// let server = try await WalletServer.start(
    ///     configuration: WalletServerConfiguration(modules: try WalletModules.read(from: folder)),
    ///     router: router,
    ///     logger: Logger(label: "wallet")
    /// )
    /// ```
    ///
    /// It runs until ``stop()``, also without a reference to it.
    public final class WalletServer: Sendable {
        /// The port that it listens on.
        public let port: Int

        private let listener: any Channel
        private let connections: Connections

        private init(listener: any Channel, connections: Connections) {
            self.listener = listener
            self.connections = connections
            port = listener.localAddress?.port ?? 0
        }

        /// Starts a server.
        ///
        /// - Parameters:
        ///   - configuration: Where it listens, what it serves, and its limits.
        ///   - router: The methods. The caller of a request is always ``RPCCaller/page(origin:connection:)``.
        ///   - pairings: The browser extensions that may speak for the pages of their browser. Without it no extension gets a
        ///     socket.
        ///   - logger: Is told of refused connections and messages, at level `debug`.
        ///   - connectionClosed: Is told once of each connection that has ended and whose last request has ended. The requests
        ///     of a connection are cancelled as soon as it closes. It must not block.
        /// - Returns: The server, which listens.
        /// - Throws: ``WalletServerStartError`` if it cannot listen.
        public static func start(
            configuration: WalletServerConfiguration,
            router: RPCRouter,
            pairings: Pairings? = nil,
            logger: Logger,
            connectionClosed: @escaping @Sendable (_ connection: UUID) -> Void = { _ in }
        ) async throws(WalletServerStartError) -> WalletServer {
            // All connections are on one event loop, so that what they share needs no locks.
            let connections = Connections(
                eventLoop: MultiThreadedEventLoopGroup.singleton.next(),
                configuration: configuration,
                router: router,
                pairings: pairings,
                logger: logger,
                closed: connectionClosed
            )
            let bootstrap = ServerBootstrap(group: connections.eventLoop)
                .serverChannelOption(ChannelOptions.backlog, value: 256)
                .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try connections.configure(channel) }
                }
            do {
                let listener = try await bootstrap.bind(host: configuration.host, port: configuration.port).get()
                return WalletServer(listener: listener, connections: connections)
            } catch {
                throw WalletServerStartError(host: configuration.host, port: configuration.port, reason: "\(error)")
            }
        }

        /// Sends an event to a page.
        ///
        /// - Parameters:
        ///   - event: The event.
        ///   - connection: The page's connection. Nothing happens if it has closed.
        public func send(_ event: RPCEvent, to connection: UUID) async {
            await connections.perform { $0.socket(ofPage: connection)?.send(event, toPage: connection) }
        }

        /// Closes a page's connection. That of a page of an extension ends, and the extension's socket goes on.
        ///
        /// - Parameter connection: The connection. Nothing happens if it has closed.
        public func closeConnection(_ connection: UUID) async {
            await connections.perform { $0.socket(ofPage: connection)?.closePage(connection) }
        }

        /// Stops listening, and returns when all connections are closed. Requests that are answered within a second get their
        /// answers, such as those whose question the user has just decided; the others are cancelled.
        public func stop() async {
            // It is closed already if this is called a second time.
            try? await listener.close().get()
            await connections.stop()
        }
    }

    /// A ``WalletServer`` cannot listen, for example because another program uses the port.
    public struct WalletServerStartError: LocalizedError, Hashable {
        /// The address to listen on.
        public let host: String
        /// The port to listen on.
        public let port: Int
        /// The system's reason.
        public let reason: String

        /// What failed.
        public var errorDescription: String? { "Cannot listen on \(host), port \(port): \(reason)" }
    }
#endif
