#if WalletServer
    import NIOCore
    import NIOHTTP1
    import NIOWebSocket

    /// Makes a socket of a connection whose request has been checked.
    struct SocketUpgrader: HTTPServerProtocolUpgrader {
        let supportedProtocol = "websocket"
        let requiredUpgradeHeaders: [String] = []

        private let connection: ConnectionHandler
        /// Makes the headers of the answer. The handlers are this type's own.
        private let handshake = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders() as HTTPHeaders?) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
        )

        init(_ connection: ConnectionHandler) {
            self.connection = connection
        }

        func buildUpgradeResponse(
            channel: any Channel,
            upgradeRequest: HTTPRequestHead,
            initialResponseHeaders: HTTPHeaders
        ) -> EventLoopFuture<HTTPHeaders> {
            handshake.buildUpgradeResponse(
                channel: channel,
                upgradeRequest: upgradeRequest,
                initialResponseHeaders: initialResponseHeaders
            )
        }

        func upgrade(context: ChannelHandlerContext, upgradeRequest: HTTPRequestHead) -> EventLoopFuture<Void> {
            context.eventLoop.makeCompletedFuture {
                guard let socket = connection.socket else { throw ChannelError.ioOnClosedChannel }
                try context.pipeline.syncOperations.addHandlers([
                    WebSocketFrameEncoder(), ByteToMessageHandler(FrameDecoder()), socket,
                ])
                connection.upgraded()
            }
        }
    }
#endif
