#if WalletServer
    import Foundation
    import Logging
    import MidenWalletRPC
    import NIOCore
    import NIOWebSocket

    /// The socket of a page: its messages, and the requests that they make.
    ///
    /// `@unchecked` because the mutable state is used on the event loop only.
    final class WebSocketHandler: ChannelInboundHandler, @unchecked Sendable {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        /// What a frame that waits takes beside its data.
        private static let frameOverhead = 256
        /// The bytes that a client may leave unread in any case.
        private static let smallUnreadSize = 65_536

        private enum State {
            case open
            /// The frame that closes has been sent.
            case closing
            case closed
        }

        let id = UUID()
        let origin: String
        /// Whether the page has a session with a wallet.
        private(set) var hasSession = false
        private var usageKey: OriginUsage.Key { OriginUsage.Key(origin: origin, hasSession: hasSession) }

        private weak var connection: ConnectionHandler?
        private let connections: Connections
        private var context: ChannelHandlerContext?
        private var state = State.open
        /// The frames of a message whose last one has not arrived.
        private var fragments: ByteBuffer?
        /// The bytes of a message that is not complete, as they are counted.
        private var held = 0
        private var messageTimer: Scheduled<Void>?
        private var pingTimer: Scheduled<Void>?
        private var awaitsPong = false
        private var refusedMessages = 0
        /// The bytes that the client has not read.
        private var unread = 0
        private var requests: [UInt64: Task<Void, Never>] = [:]
        private var lastRequest: UInt64 = 0

        init(origin: String, connection: ConnectionHandler, connections: Connections) {
            self.origin = origin
            self.connection = connection
            self.connections = connections
        }

        func handlerAdded(context: ChannelHandlerContext) {
            self.context = context
            schedulePing()
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            self.context = nil
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            guard state == .open else {
                if frame.opcode == .connectionClose { context.close(promise: nil) }
                return
            }
            switch frame.opcode {
            case .text, .continuation: received(frame)
            case .binary: close(.unacceptableData)
            case .ping: write(.pong, frame.data)
            case .pong: awaitsPong = false
            case .connectionClose: close(.normalClosure, isAnswer: true)
            default: close(.protocolError)
            }
            hold()
            // Between the frames of a message the time goes on.
            if fragments == nil {
                messageTimer?.cancel()
                messageTimer = nil
            } else {
                startMessageTimer()
            }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if let frame = event as? FrameDecoder.IsIncomplete {
                guard state != .closed else { return }
                startMessageTimer()
                hold(frame.received)
            } else {
                context.fireUserInboundEventTriggered(event)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            // What comes after a frame that was refused is refused as well.
            guard state == .open else { return }
            switch error {
            case FrameError.tooLarge: refuseTooLarge()
            case is FrameError: close(.protocolError)
            default: context.close(promise: nil)
            }
        }

        /// Sends an event.
        func send(_ event: RPCEvent) {
            if event == .disconnect { setSession(false) }
            send(event.data)
        }

        /// Sends a message.
        private func send(_ message: Data) {
            guard state == .open else { return }
            write(.text, ByteBuffer(bytes: message))
        }

        /// Closes the socket and cancels its requests.
        ///
        /// - Parameters:
        ///   - code: The reason.
        ///   - isAnswer: Whether the page closed it first.
        func close(_ code: WebSocketErrorCode, isAnswer: Bool = false) {
            guard state == .open else { return }
            state = .closing
            end()
            guard let context else {
                connection?.close(after: .zero)
                return
            }
            var reason = context.channel.allocator.buffer(capacity: 2)
            reason.write(webSocketErrorCode: code)
            connection?.close(after: connections.limits.closeTime)
            let connection = connection
            write(.connectionClose, reason) { if isAnswer { connection?.close(after: .zero) } }
            connections.logger.debug("socket closes", metadata: ["origin": "\(origin)", "code": "\(code)"])
        }

        /// The connection has closed.
        func closed() {
            guard state != .closed else { return }
            state = .closed
            end()
            hold()
            if requests.isEmpty { connections.ended(self) }
        }

        private func end() {
            messageTimer?.cancel()
            pingTimer?.cancel()
            fragments = nil
            for request in requests.values { request.cancel() }
            connections.remove(self)
        }
    }

    // MARK: Messages

    extension WebSocketHandler {
        private func received(_ frame: WebSocketFrame) {
            let isContinuation = frame.opcode == .continuation
            guard isContinuation == (fragments != nil) else { return close(.protocolError) }
            var message = fragments ?? ByteBuffer()
            // Or else the appended bytes would be written to a copy of all before them.
            fragments = nil
            guard message.readableBytes + frame.data.readableBytes <= JSONText.largestSize else {
                return refuseTooLarge()
            }
            var data = frame.data
            message.writeBuffer(&data)
            if frame.fin {
                // From here on it is counted as a request.
                hold()
                received(Data(message.readableBytesView))
            } else {
                fragments = message
            }
        }

        private func received(_ message: Data) {
            let request: RPCRequest
            do {
                request = try RPCRequest(reading: message)
            } catch {
                return refuse(error)
            }
            if let seconds = connections.admitRequest(of: usageKey, size: message.count) {
                return send(RPCResponse(id: request.id, error: .rateLimited(retryAfter: seconds)).data)
            }
            call(request, size: message.count)
        }

        /// Counts the bytes of a message that is not complete: those of its frames and of a frame that has begun.
        private func hold(_ frame: Int = 0) {
            let bytes = (fragments?.readableBytes ?? 0) + frame
            let isAllowed = connections.hold(bytes - held, of: usageKey)
            held = bytes
            guard !isAllowed else { return }
            // More of it must not be kept until the page has read why.
            connection?.dropInput()
            close(.tryAgainLater)
        }

        private func refuse(_ refusal: RPCRefusal) {
            refusedMessages += 1
            send(refusal.response.data)
            if refusedMessages >= connections.limits.refusedMessages { close(.policyViolation) }
        }

        private func refuseTooLarge() {
            send(RPCResponse(id: nil, error: .payloadTooLarge).data)
            close(.messageTooLarge)
        }

        private func call(_ request: RPCRequest, size: Int) {
            lastRequest += 1
            let number = lastRequest
            let connections = connections
            let key = usageKey
            let caller = RPCCaller.page(origin: origin, connection: id)
            requests[number] = Task {
                let response = await connections.router.answer(request, from: caller)
                let answer = response?.data
                let hasSession = response.flatMap { SessionChange.hasSession(after: $0, to: request.method) }
                connections.eventLoop.execute {
                    connections.requestEnded(of: key, size: size)
                    if let hasSession { self.setSession(hasSession) }
                    self.requestEnded(number, answer)
                }
            }
        }

        /// Has the socket counted with those that have a session, or with the others.
        private func setSession(_ hasSession: Bool) {
            guard hasSession != self.hasSession else { return }
            _ = connections.hold(-held, of: usageKey)
            self.hasSession = hasSession
            _ = connections.hold(held, of: usageKey)
        }

        private func requestEnded(_ number: UInt64, _ answer: Data?) {
            requests[number] = nil
            if let answer { send(answer) }
            if state == .closed, requests.isEmpty { connections.ended(self) }
        }
    }

    // MARK: Frames and times

    extension WebSocketHandler {
        private func write(
            _ opcode: WebSocketOpcode,
            _ data: ByteBuffer,
            written: @escaping @Sendable () -> Void = {}
        ) {
            guard let context else { return }
            let size = data.readableBytes + Self.frameOverhead
            let isAllowed =
                hasSession || unread + size <= Self.smallUnreadSize
                || connections.unreadBytes + size <= connections.limits.unreadBytes
            guard isAllowed, unread + size <= connections.limits.unreadSize else {
                connections.logger.debug("the client does not read", metadata: ["origin": "\(origin)"])
                return context.close(promise: nil)
            }
            unread += size
            connections.unreadBytes += size
            let promise = context.eventLoop.makePromise(of: Void.self)
            promise.futureResult.whenComplete { _ in
                self.unread -= size
                self.connections.unreadBytes -= size
                written()
            }
            context.writeAndFlush(
                wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)),
                promise: promise
            )
        }

        private func startMessageTimer() {
            guard messageTimer == nil, state == .open else { return }
            messageTimer = connections.eventLoop.scheduleTask(in: TimeAmount(connections.limits.messageTime)) {
                self.close(.policyViolation)
            }
        }

        private func schedulePing() {
            pingTimer = connections.eventLoop.scheduleTask(in: TimeAmount(connections.limits.pingInterval)) {
                self.ping()
            }
        }

        private func ping() {
            guard state == .open else { return }
            guard !awaitsPong else { return close(.goingAway) }
            awaitsPong = true
            write(.ping, ByteBuffer())
            schedulePing()
        }
    }
#endif
