#if WalletServer
    import Foundation
    import Logging
    import MidenWalletRPC
    import NIOCore
    import NIOHTTP1

    /// All connections of a server, and what each origin uses.
    ///
    /// `@unchecked` because the mutable state is used on the event loop only, which is that of all connections.
    final class Connections: @unchecked Sendable {
        let eventLoop: any EventLoop
        let limits: WalletServerLimits
        let router: RPCRouter
        let pairings: Pairings?
        let logger: Logger
        private let rules: RequestRules
        private let closed: @Sendable (UUID) -> Void

        private var open: [ObjectIdentifier: ConnectionHandler] = [:]
        private var admitted = 0
        /// By the id of each page that calls by it.
        private var sockets: [UUID: WebSocketHandler] = [:]
        private var origins: [String: OriginUsage] = [:]
        private var stopped: EventLoopPromise<Void>?

        init(
            eventLoop: any EventLoop,
            configuration: WalletServerConfiguration,
            router: RPCRouter,
            pairings: Pairings?,
            logger: Logger,
            closed: @escaping @Sendable (UUID) -> Void
        ) {
            self.eventLoop = eventLoop
            self.router = router
            self.pairings = pairings
            self.logger = logger
            self.closed = closed
            limits = configuration.limits
            rules = RequestRules(configuration, allowsExtensions: pairings != nil)
        }

        /// Adds the handlers of a new connection.
        func configure(_ channel: any Channel) throws {
            guard stopped == nil else { throw ChannelError.ioOnClosedChannel }
            let connection = ConnectionHandler(self)
            let encoder = HTTPResponseEncoder()
            let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
            let requests = RequestHandler(connection, rules: rules, connections: self)
            let upgrade = HTTPServerUpgradeHandler(
                upgraders: [SocketUpgrader(connection)],
                httpEncoder: encoder,
                extraHTTPHandlers: [decoder, requests],
                upgradeCompletionHandler: { _ in }
            )
            try channel.pipeline.syncOperations.addHandlers([connection, encoder, decoder, requests, upgrade])
        }

        /// Does something on the event loop.
        func perform(_ action: @escaping @Sendable (Connections) -> Void) async {
            // Submitting fails on a loop that was shut down only, which this one never is.
            try? await eventLoop.submit { action(self) }.get()
        }

        /// Closes all connections, and returns when they are closed.
        func stop() async {
            try? await eventLoop.flatSubmit { self.beginStop() }.get()
        }

        private func beginStop() -> EventLoopFuture<Void> {
            if let stopped { return stopped.futureResult }
            let promise = eventLoop.makePromise(of: Void.self)
            stopped = promise
            if open.isEmpty { promise.succeed(()) }
            for connection in Array(open.values) { connection.stop() }
            return promise.futureResult
        }
    }

    extension Connections {
        /// Whether a new connection is one too many.
        enum Admission {
            case admitted
            case refused
            /// There are so many refused ones that it does not even get an answer.
            case dropped
        }

        func add(_ connection: ConnectionHandler) -> Admission {
            open[ObjectIdentifier(connection)] = connection
            guard stopped == nil else { return .dropped }
            if admitted < limits.connections {
                admitted += 1
                return .admitted
            }
            return open.count > 2 * limits.connections ? .dropped : .refused
        }

        func remove(_ connection: ConnectionHandler, admission: Admission?) {
            guard open.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
            if admission == .admitted { admitted -= 1 }
            if open.isEmpty { stopped?.succeed(()) }
        }

        func socket(_ id: UUID) -> WebSocketHandler? { sockets[id] }

        /// Makes the socket of an origin, nil if it has as many as it may have.
        func makeSocket(origin: String, connection: ConnectionHandler) -> WebSocketHandler? {
            let now = NIODeadline.now()
            origins = origins.filter { _, usage in
                var usage = usage
                return !usage.isUnused(limits: limits, now: now)
            }
            var usage = origins[origin] ?? OriginUsage(limits: limits, now: now)
            guard usage.connections < limits.connectionsPerOrigin else { return nil }
            usage.connections += 1
            origins[origin] = usage
            let extensionPairings = ExtensionOrigin.isAllowed(origin) ? pairings : nil
            return WebSocketHandler(
                origin: origin,
                pairings: extensionPairings,
                connection: connection,
                connections: self
            )
        }

        /// A page calls by the socket.
        func add(_ page: PageConnection, on socket: WebSocketHandler) {
            sockets[page.id] = socket
        }

        /// The page takes and gets no more messages.
        func remove(_ page: PageConnection) {
            sockets[page.id] = nil
        }

        /// The socket takes and gets no more messages. Called once.
        func remove(_ socket: WebSocketHandler) {
            origins[socket.origin]?.connections -= 1
        }

        /// The last request of a page that closed has ended.
        func ended(_ page: PageConnection) {
            closed(page.id)
        }

        /// Counts a request.
        ///
        /// - Returns: Nil if the origin may send it, or else the seconds after which it may try again.
        func admitRequest(of origin: String) -> Int? {
            origins[origin, default: OriginUsage(limits: limits, now: .now())].admit(limits: limits, now: .now())
        }

        func requestEnded(of origin: String) {
            origins[origin]?.waiting -= 1
        }
    }
#endif
