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
        /// The connections that count, each with the time since when it does.
        private var admitted: [ObjectIdentifier: NIODeadline] = [:]
        private var sockets: [ObjectIdentifier: WebSocketHandler] = [:]
        /// The socket that each page calls by.
        private var pages: [UUID: WebSocketHandler] = [:]
        private var usage: [OriginUsage.Key: OriginUsage] = [:]
        /// The bytes of messages that are not complete, and of requests that wait for an answer, of all origins.
        private var heldBytes = 0
        /// The bytes that clients have not read.
        var unreadBytes = 0
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
            // It gets nothing that is behind the request of a socket: `connection` keeps that.
            let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes))
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
            if admitted.count >= limits.connections { evict() }
            guard admitted.count < limits.connections else {
                return open.count > 2 * limits.connections ? .dropped : .refused
            }
            admitted[ObjectIdentifier(connection)] = .now()
            return .admitted
        }

        /// Makes room for a connection: closes the oldest one without a session, if that is old enough.
        ///
        /// - Parameter origin: Whose socket makes room, nil if it may be any connection.
        private func evict(of origin: String? = nil) {
            let latest = NIODeadline.now() - TimeAmount(limits.timeWithoutSession)
            let oldest = admitted.filter { id, time in
                guard let connection = open[id], time <= latest, !connection.hasSession else { return false }
                return origin == nil || connection.socket?.origin == origin
            }.min { $0.value < $1.value }
            guard let id = oldest?.key, let connection = open[id] else { return }
            admitted[id] = nil
            logger.debug("a connection without a session makes room")
            connection.evict()
        }

        func remove(_ connection: ConnectionHandler) {
            let id = ObjectIdentifier(connection)
            guard open.removeValue(forKey: id) != nil else { return }
            admitted[id] = nil
            if open.isEmpty { stopped?.succeed(()) }
        }

        /// The socket that a page calls by.
        func socket(ofPage id: UUID) -> WebSocketHandler? { pages[id] }

        /// Makes the socket of an origin, nil if it has as many as it may have.
        func makeSocket(origin: String, connection: ConnectionHandler) -> WebSocketHandler? {
            let now = NIODeadline.now()
            usage = usage.filter { _, usage in
                var usage = usage
                return !usage.isUnused(now: now)
            }
            if !hasRoom(for: origin) { evict(of: origin) }
            guard hasRoom(for: origin) else { return nil }
            let socket = WebSocketHandler(
                origin: origin,
                pairings: ExtensionOrigin.isAllowed(origin) ? pairings : nil,
                connection: connection,
                connections: self
            )
            sockets[ObjectIdentifier(socket)] = socket
            return socket
        }

        private func hasRoom(for origin: String) -> Bool {
            sockets.values.count { $0.origin == origin } < limits.connectionsPerOrigin
        }

        /// A page calls by the socket.
        func add(_ page: PageConnection, on socket: WebSocketHandler) {
            pages[page.id] = socket
        }

        /// The page takes and gets no more messages.
        func remove(_ page: PageConnection) {
            pages[page.id] = nil
        }

        /// The socket takes and gets no more messages.
        func remove(_ socket: WebSocketHandler) {
            sockets[ObjectIdentifier(socket)] = nil
        }

        /// The last request of a page that closed has ended.
        func ended(_ page: PageConnection) {
            closed(page.id)
        }

        /// Counts a request of so many bytes.
        ///
        /// - Returns: Nil if the socket may send it, or else the seconds after which it may try again.
        func admitRequest(of key: OriginUsage.Key, size: Int) -> Int? {
            guard key.hasSession || heldBytes + size <= limits.heldBytes else { return 1 }
            let now = NIODeadline.now()
            let seconds = usage[key, default: OriginUsage(limits: limits, now: now)]
                .admit(size, limits: limits, now: now)
            if seconds == nil { heldBytes += size }
            return seconds
        }

        func requestEnded(of key: OriginUsage.Key, size: Int) {
            usage[key]?.waiting -= 1
            usage[key]?.heldBytes -= size
            heldBytes -= size
        }

        /// Counts more or fewer bytes of a message that is not complete.
        ///
        /// - Returns: Whether the socket may have them.
        func hold(_ change: Int, of key: OriginUsage.Key) -> Bool {
            guard change != 0 else { return true }
            usage[key, default: OriginUsage(limits: limits, now: .now())].heldBytes += change
            heldBytes += change
            guard change > 0, let held = usage[key]?.heldBytes else { return true }
            return held <= limits.heldBytesPerOrigin && (key.hasSession || heldBytes <= limits.heldBytes)
        }
    }
#endif
