#if WalletServer
    import Foundation
    import Logging
    import MidenWalletRPC
    import NIOCore
    import NIOWebSocket

    /// The socket of a page, or of an extension with many pages: its messages, and the requests that they make.
    ///
    /// `@unchecked` because the mutable state is used on the event loop only.
    final class WebSocketHandler: ChannelInboundHandler, @unchecked Sendable {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        /// What a frame that waits takes beside its data.
        private static let frameOverhead = 256

        private enum State {
            case open
            /// The frame that closes has been sent.
            case closing
            case closed
        }

        let origin: String
        let connections: Connections
        /// What the extension may do; nil on the socket of a page.
        let pairing: SocketPairing?
        /// The open pages by the name that the extension gave them. A page's own socket has one, without a name.
        var pages: [String?: PageConnection] = [:]

        private weak var connection: ConnectionHandler?
        private var context: ChannelHandlerContext?
        private var state = State.open
        /// The frames of a message whose last one has not arrived.
        private var fragments: ByteBuffer?
        private var messageTimer: Scheduled<Void>?
        private var pingTimer: Scheduled<Void>?
        private var awaitsPong = false
        private var refusedMessages = 0
        /// The bytes that the client has not read.
        private var unread = 0
        private var requests: [UInt64: Task<Void, Never>] = [:]
        private var lastRequest: UInt64 = 0

        init(origin: String, pairings: Pairings?, connection: ConnectionHandler, connections: Connections) {
            self.origin = origin
            pairing = pairings.map { SocketPairing($0) }
            self.connection = connection
            self.connections = connections
            if pairings == nil { open(PageConnection(origin: origin)) }
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
            // Between the frames of a message the time goes on.
            if fragments == nil {
                messageTimer?.cancel()
                messageTimer = nil
            } else {
                startMessageTimer()
            }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is FrameDecoder.IsIncomplete {
                startMessageTimer()
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

        /// Whether messages are taken.
        var isOpen: Bool { state == .open }

        /// Sends a message of the socket itself.
        func send(_ message: Data) {
            guard state == .open else { return }
            write(.text, ByteBuffer(bytes: message))
        }

        /// Sends a message to a page.
        func send(_ message: Data, to page: PageConnection) {
            guard page.isOpen else { return }
            send(page.name.map { message.addressed(to: $0) } ?? message)
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
            let hasEnded = state == .closing
            state = .closed
            if !hasEnded { end() }
        }

        private func end() {
            messageTimer?.cancel()
            pingTimer?.cancel()
            fragments = nil
            for page in Array(pages.values) { end(page) }
            for request in requests.values { request.cancel() }
            pairing?.end()
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
                received(Data(message.readableBytesView))
            } else {
                fragments = message
            }
        }

        private func received(_ message: Data) {
            if let pairing { return received(message, pairing) }
            let request: RPCRequest
            do {
                request = try RPCRequest(reading: message)
            } catch {
                return refuse(error)
            }
            if let page = pages[nil] { call(request, of: page) }
        }

        func refuse(_ refusal: RPCRefusal) {
            refusedMessages += 1
            send(refusal.response.data)
            if refusedMessages >= connections.limits.refusedMessages { close(.policyViolation) }
        }

        private func refuseTooLarge() {
            send(RPCResponse(id: nil, error: .payloadTooLarge).data)
            close(.messageTooLarge)
        }

        /// Calls a method for a page, within the rates of its origin.
        func call(_ request: RPCRequest, of page: PageConnection) {
            if let seconds = connections.admitRequest(of: page.origin) {
                return send(RPCResponse(id: request.id, error: .rateLimited(retryAfter: seconds)).data, to: page)
            }
            let router = connections.router
            let caller = RPCCaller.page(origin: page.origin, connection: page.id)
            let number = perform {
                await router.answer(request, from: caller)?.data
            } ended: { number, answer in
                page.requests.remove(number)
                self.connections.requestEnded(of: page.origin)
                if let answer { self.send(answer, to: page) }
                self.endedIfDone(page)
            }
            page.requests.insert(number)
        }

        /// Does what a request asks for. It is cancelled if the socket closes.
        ///
        /// - Parameters:
        ///   - work: What the request asks for.
        ///   - ended: What follows on the event loop, with the number of the request.
        /// - Returns: The number of the request.
        @discardableResult
        func perform<Answer: Sendable>(
            _ work: @escaping @Sendable () async -> Answer,
            ended: @escaping (UInt64, Answer) -> Void
        ) -> UInt64 {
            lastRequest += 1
            let number = lastRequest
            let eventLoop = connections.eventLoop
            let ended = NIOLoopBound(ended, eventLoop: eventLoop)
            requests[number] = Task {
                let answer = await work()
                eventLoop.execute {
                    self.requests[number] = nil
                    ended.value(number, answer)
                }
            }
            return number
        }
    }

    // MARK: Pages

    extension WebSocketHandler {
        func open(_ page: PageConnection) {
            pages[page.name] = page
            connections.add(page, on: self)
        }

        /// Ends a page: its requests are cancelled, and it gets no more messages.
        func end(_ page: PageConnection) {
            guard page.isOpen else { return }
            page.isOpen = false
            pages[page.name] = nil
            connections.remove(page)
            for number in page.requests { requests[number]?.cancel() }
            endedIfDone(page)
        }

        /// Closes the connection of a page.
        func closePage(_ id: UUID) {
            guard pairing != nil else { return close(.normalClosure) }
            if let page = pages.values.first(where: { $0.id == id }) { end(page) }
        }

        /// Sends an event to a page.
        func send(_ message: Data, toPage id: UUID) {
            if let page = pages.values.first(where: { $0.id == id }) { send(message, to: page) }
        }

        private func endedIfDone(_ page: PageConnection) {
            if !page.isOpen, page.requests.isEmpty { connections.ended(page) }
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
            unread += size
            guard unread <= connections.limits.unreadSize else {
                connections.logger.debug("the client does not read", metadata: ["origin": "\(origin)"])
                return context.close(promise: nil)
            }
            let promise = context.eventLoop.makePromise(of: Void.self)
            promise.futureResult.whenComplete { _ in
                self.unread -= size
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
