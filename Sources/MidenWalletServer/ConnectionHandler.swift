#if WalletServer
    import NIOCore

    /// The bytes of a connection before they are read as HTTP or WebSocket: their number and time while they are a request,
    /// and the end of the connection. It is the first handler.
    ///
    /// `@unchecked` because it is used on the event loop only.
    final class ConnectionHandler: ChannelInboundHandler, @unchecked Sendable {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer

        private enum Phase {
            case headers(received: Int)
            /// What has been received beside the data of the body: what is around its chunks.
            case body(received: Int)
            /// The request becomes a socket, which is not there yet. What is behind the request waits.
            case upgrading(ByteBuffer)
            case webSocket
            /// The last bytes are or will be sent. What comes is dropped.
            case ending
        }

        /// The socket, once the page has asked for one.
        var socket: WebSocketHandler?

        /// Whether the page has a session, or the extension is paired.
        var hasSession: Bool { socket?.hasSession ?? false }

        private let connections: Connections
        /// Whether there are bytes behind the headers of the request.
        private(set) var hasBody = false
        private var headerEnd = HeaderEnd()
        private var phase = Phase.headers(received: 0)
        private var timer: Scheduled<Void>?
        private var context: ChannelHandlerContext?

        init(_ connections: Connections) {
            self.connections = connections
        }

        func handlerAdded(context: ChannelHandlerContext) {
            self.context = context
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            timer?.cancel()
            self.context = nil
            connections.remove(self)
            socket?.closed()
            socket = nil
        }

        func channelActive(context: ChannelHandlerContext) {
            context.fireChannelActive()
            switch connections.add(self) {
            case .admitted: refuse(.headersTooSlow, after: connections.limits.headerTime)
            case .refused: context.fireErrorCaught(RequestRefusal.tooManyConnections)
            case .dropped: context.close(promise: nil)
            }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var bytes = unwrapInboundIn(data)
            while bytes.readableBytes > 0 {
                switch phase {
                case .headers(let received):
                    // No more than the headers may have, and nothing that is behind them: it may not be HTTP, and the
                    // reader of HTTP has its own idea of that. Whether they end there is known once they are read.
                    let most = bytes.readableBytesView.prefix(WalletServerLimits.headerSize - received)
                    guard let part = bytes.readSlice(length: headerEnd.length(in: most)), part.readableBytes > 0 else {
                        return context.fireErrorCaught(RequestRefusal.headersTooLarge)
                    }
                    phase = .headers(received: received + part.readableBytes)
                    context.fireChannelRead(wrapInboundOut(part))
                case .body(let received):
                    hasBody = true
                    phase = .body(received: received + bytes.readableBytes)
                    context.fireChannelRead(wrapInboundOut(bytes))
                    // The data is counted where it is read, and is not kept. Trailers are.
                    if case .body(let rest) = phase, rest > WalletServerLimits.headerSize {
                        context.fireErrorCaught(RequestRefusal.bodyTooLarge)
                    }
                    return
                case .upgrading(var waiting):
                    guard waiting.readableBytes + bytes.readableBytes <= WalletServerLimits.bodySize else {
                        return context.close(promise: nil)
                    }
                    waiting.writeBuffer(&bytes)
                    phase = .upgrading(waiting)
                case .webSocket: return context.fireChannelRead(wrapInboundOut(bytes))
                case .ending: return
                }
            }
        }

        /// The headers have been read.
        func headersEnded() {
            phase = .body(received: 0)
            refuse(.bodyTooSlow, after: connections.limits.bodyTime)
        }

        /// Data of the body has been read.
        func bodyRead(_ size: Int) {
            if case .body(let received) = phase { phase = .body(received: received - size) }
        }

        /// The connection becomes a socket.
        func upgrades(to socket: WebSocketHandler) {
            self.socket = socket
            phase = .upgrading(ByteBuffer())
            timer?.cancel()
        }

        /// The handlers of the socket have been added.
        func upgraded() {
            guard case .upgrading(let waiting) = phase else { return }
            phase = .webSocket
            if waiting.readableBytes > 0 { context?.fireChannelRead(wrapInboundOut(waiting)) }
        }

        /// What comes is dropped from now on.
        func dropInput() {
            phase = .ending
        }

        /// The answer is about to be sent.
        func answers() {
            phase = .ending
            close(after: connections.limits.bodyTime)
        }

        /// The answer has been sent. The client gets time to read it: if the connection closed while bytes of the client
        /// arrive, the system would discard what the client has not read.
        func answered() {
            context?.close(mode: .output, promise: nil)
            close(after: connections.limits.closeTime)
        }

        /// Closes the connection if the client does not do so first.
        func close(after time: Duration) {
            schedule(after: time) { $0.context?.close(promise: nil) }
        }

        /// Ends the connection because the server stops.
        func stop() {
            if let socket {
                socket.stop()
            } else {
                context?.close(promise: nil)
            }
        }

        /// Ends the connection because another one needs its place.
        func evict() {
            if let socket {
                socket.close(.tryAgainLater)
            } else if case .ending = phase {
                context?.close(promise: nil)
            } else {
                context?.fireErrorCaught(RequestRefusal.tooManyConnections)
            }
        }

        private func refuse(_ refusal: RequestRefusal, after time: Duration) {
            schedule(after: time) { $0.context?.fireErrorCaught(refusal) }
        }

        private func schedule(after time: Duration, _ action: @escaping @Sendable (ConnectionHandler) -> Void) {
            timer?.cancel()
            timer = connections.eventLoop.scheduleTask(in: TimeAmount(time)) { action(self) }
        }
    }
#endif
