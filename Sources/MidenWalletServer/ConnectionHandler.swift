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
            case body(received: Int)
            case webSocket
            /// The last bytes are or will be sent. What comes is dropped.
            case ending
        }

        /// The socket, once the page has asked for one.
        var socket: WebSocketHandler?

        private let connections: Connections
        private var admission: Connections.Admission?
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
            connections.remove(self, admission: admission)
            socket?.closed()
            socket = nil
        }

        func channelActive(context: ChannelHandlerContext) {
            context.fireChannelActive()
            let admission = connections.add(self)
            self.admission = admission
            switch admission {
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
                    // No more than the headers may have: whether they end there is known once it is read.
                    let most = WalletServerLimits.headerSize - received
                    guard most > 0, let part = bytes.readSlice(length: min(most, bytes.readableBytes)) else {
                        return context.fireErrorCaught(RequestRefusal.headersTooLarge)
                    }
                    phase = .headers(received: received + part.readableBytes)
                    context.fireChannelRead(wrapInboundOut(part))
                case .body(let received):
                    // The body itself is counted where it is read. This counts what is around its chunks, too.
                    let total = received + bytes.readableBytes
                    guard total <= 2 * WalletServerLimits.bodySize else {
                        return context.fireErrorCaught(RequestRefusal.bodyTooLarge)
                    }
                    phase = .body(received: total)
                    return context.fireChannelRead(wrapInboundOut(bytes))
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

        /// The connection becomes a socket.
        func upgrades(to socket: WebSocketHandler) {
            self.socket = socket
            phase = .webSocket
            timer?.cancel()
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
                socket.close(.goingAway)
            } else {
                context?.close(promise: nil)
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
