#if WalletServer
    import NIOCore
    import NIOHTTP1

    /// Answers the one request of a connection, or passes it on to become a socket. A connection has one request, so that
    /// nothing waits behind another one.
    ///
    /// `@unchecked` because it is used on the event loop only.
    final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler, @unchecked Sendable {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let connection: ConnectionHandler
        private let rules: RequestRules
        private let connections: Connections
        private var head: HTTPRequestHead?
        private var bodySize = 0
        private var isDone = false

        init(_ connection: ConnectionHandler, rules: RequestRules, connections: Connections) {
            self.connection = connection
            self.rules = rules
            self.connections = connections
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isDone else { return }
            switch unwrapInboundIn(data) {
            case .head(let head): headersEnded(head, context)
            case .body(let part):
                bodySize += part.readableBytes
                connection.bodyRead(part.readableBytes)
                if bodySize > WalletServerLimits.bodySize { answer(RequestRefusal.bodyTooLarge.answer, context) }
            case .end: requestEnded(context)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            switch error {
            case let refusal as RequestRefusal: answer(refusal.answer, context)
            case is HTTPParserError: answer(HTTPAnswer(.badRequest), context)
            default: context.close(promise: nil)
            }
        }

        private func headersEnded(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
            self.head = head
            connection.headersEnded()
            guard rules.allowsHost(head, port: context.channel.localAddress?.port) else {
                return answer(HTTPAnswer(.misdirectedRequest), context)
            }
            if let size = head.headers.first(name: "Content-Length").flatMap({ Int($0) }),
                size > WalletServerLimits.bodySize
            {
                answer(RequestRefusal.bodyTooLarge.answer, context)
            }
        }

        private func requestEnded(_ context: ChannelHandlerContext) {
            guard let head else { return }
            switch rules.action(for: head) {
            case .answer(let answer): self.answer(answer, context)
            case .webSocket(let origin):
                // What follows the headers is the socket's, not the request's.
                guard !connection.hasBody else { return answer(HTTPAnswer(.badRequest), context) }
                guard let socket = connections.makeSocket(origin: origin, connection: connection) else {
                    return answer(HTTPAnswer(.tooManyRequests), context)
                }
                isDone = true
                connection.upgrades(to: socket)
                context.fireChannelRead(wrapInboundOut(.head(head)))
                context.fireChannelRead(wrapInboundOut(.end(nil)))
            }
        }

        private func answer(_ answer: HTTPAnswer, _ context: ChannelHandlerContext) {
            guard !isDone else { return }
            isDone = true
            connection.answers()
            connections.logger.debug(
                "HTTP request",
                metadata: ["method": "\(head?.method.rawValue ?? "-")", "status": "\(answer.status.code)"]
            )
            let response = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
            context.write(wrapOutboundOut(.head(response)), promise: nil)
            if head?.method != .HEAD {
                context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
            }
            let sent = context.eventLoop.makePromise(of: Void.self)
            let connection = connection
            sent.futureResult.whenSuccess { connection.answered() }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
        }
    }
#endif
