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
        /// The bytes that a client may leave unread in any case.
        private static let smallUnreadSize = 65_536

        /// How long the server waits for answers when it stops.
        private static let answerTime = Duration.seconds(1)

        private enum State {
            case open
            /// It closes once its requests are answered. No message is taken.
            case stopping
            /// The frame that closes has been sent.
            case closing
            case closed
        }

        let origin: String
        let connections: Connections
        /// What the extension may do; nil on the socket of a page.
        let pairing: SocketPairing?
        /// The open pages by the name that the extension gave them. A page's own socket has one, without a name.
        private(set) var pages: [String?: PageConnection] = [:]

        /// Whether its own page has a session, or the extension is paired.
        var hasSession: Bool { pairing?.isPaired ?? pages[nil]?.hasSession ?? false }
        /// Counts what is not of one of an extension's pages.
        var usageKey: OriginUsage.Key { OriginUsage.Key(origin: origin, hasSession: hasSession) }

        private weak var connection: ConnectionHandler?
        private var context: ChannelHandlerContext?
        private var state = State.open
        /// The frames of a message whose last one has not arrived.
        private var fragments: ByteBuffer?
        /// The bytes of a message that is not complete, as they are counted, and with which sockets.
        private var held = 0
        private var heldKey: OriginUsage.Key?
        private var messageTimer: Scheduled<Void>?
        private var pingTimer: Scheduled<Void>?
        private var awaitsPong = false
        private var refusedMessages = 0
        /// The bytes that the client has not read.
        private var unread = 0
        /// Whether a flush follows.
        private var flushes = false
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
            guard isOpen else {
                if frame.opcode == .connectionClose { context.close(promise: nil) }
                return
            }
            switch frame.opcode {
            case .text where state == .stopping, .continuation where state == .stopping: break
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
            guard isOpen else { return }
            switch error {
            case FrameError.tooLarge: refuseTooLarge()
            case is FrameError: close(.protocolError)
            default: context.close(promise: nil)
            }
        }

        /// Whether messages are sent.
        var isOpen: Bool { state == .open || state == .stopping }

        /// Sends a message of the socket itself.
        func send(_ message: Data) {
            guard isOpen else { return }
            write(.text, ByteBuffer(bytes: message))
        }

        /// Sends a message to a page.
        func send(_ message: Data, to page: PageConnection) {
            guard page.isOpen else { return }
            send(page.name.map { message.addressed(to: $0) } ?? message)
        }

        /// Closes the socket because the server stops, after the answers that are there soon: what the user decided last.
        func stop() {
            guard state == .open else { return }
            state = .stopping
            connections.eventLoop.scheduleTask(in: TimeAmount(Self.answerTime)) { self.close(.goingAway) }
            closeIfAnswered()
        }

        private func closeIfAnswered() {
            if state == .stopping, requests.isEmpty { close(.goingAway) }
        }

        /// Closes the socket and cancels its requests.
        ///
        /// - Parameters:
        ///   - code: The reason.
        ///   - isAnswer: Whether the page closed it first.
        func close(_ code: WebSocketErrorCode, isAnswer: Bool = false) {
            guard isOpen else { return }
            state = .closing
            // Last, so that the frame below may stay unread as long as the session lets it.
            defer { end() }
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
        }

        private func end() {
            messageTimer?.cancel()
            pingTimer?.cancel()
            fragments = nil
            // The client may keep the connection open for a while.
            _ = count(held: 0)
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
                // From here on it is counted as a request.
                hold()
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
            guard let page = pages[nil] else { return }
            call(request, of: page, size: message.count)
        }

        /// Counts the bytes of a message that is not complete: those of its frames and of a frame that has begun.
        private func hold(_ frame: Int = 0) {
            guard !count(held: (fragments?.readableBytes ?? 0) + frame) else { return }
            // More of it must not be kept until the page has read why.
            connection?.dropInput()
            close(.tryAgainLater)
        }

        /// Counts the bytes of a message that is not complete, as many of them as there are now.
        ///
        /// - Returns: Whether the socket may have them.
        private func count(held bytes: Int) -> Bool {
            let key = usageKey
            if let heldKey, heldKey != key {
                _ = connections.hold(-held, of: heldKey)
                held = 0
            }
            let change = bytes - held
            (held, heldKey) = (bytes, key)
            return connections.hold(change, of: key)
        }

        func refuse(_ refusal: RPCRefusal) {
            send(refusal.response.data)
            // All pages of a browser share the socket of its extension.
            guard pairing?.isPaired != true else { return }
            refusedMessages += 1
            if refusedMessages >= connections.limits.refusedMessages { close(.policyViolation) }
        }

        private func refuseTooLarge() {
            send(RPCResponse(id: nil, error: .payloadTooLarge).data)
            close(.messageTooLarge)
        }

        /// Calls a method for a page, within the limits of its origin.
        func call(_ request: RPCRequest, of page: PageConnection, size: Int) {
            let key = page.usageKey
            if let refusal = refusal(of: request, key, size: size) { return send(refusal, to: page) }
            let (router, pairingRefusal) = (connections.router, pairing?.refusal)
            let caller = RPCCaller.page(origin: page.origin, connection: page.id)
            let number = perform(of: key, size: size) { () -> (message: Data?, hasSession: Bool?) in
                if let error = await pairingRefusal?() { return (RPCResponse(id: request.id, error: error).data, nil) }
                let response = await router.answer(request, from: caller)
                return (response?.data, response.flatMap { SessionChange.hasSession(after: $0, to: request.method) })
            } ended: { number, answer in
                page.requests.remove(number)
                if let hasSession = answer.hasSession { self.setSession(hasSession, of: page) }
                if let message = answer.message { self.send(message, to: page) }
                self.endedIfDone(page)
            }
            page.requests.insert(number)
        }

        /// Counts a request of so many bytes.
        ///
        /// - Returns: Nil if it may be performed, or else the answer.
        func refusal(of request: RPCRequest, _ key: OriginUsage.Key, size: Int) -> Data? {
            connections.admitRequest(of: key, size: size)
                .map { RPCResponse(id: request.id, error: .rateLimited(retryAfter: $0)).data }
        }

        /// Does what a request asks for that is counted. It is cancelled if the socket closes.
        ///
        /// - Parameters:
        ///   - key: What it is counted with, until it has ended.
        ///   - size: Its bytes.
        ///   - work: What the request asks for.
        ///   - ended: What follows on the event loop, with the number of the request.
        /// - Returns: The number of the request.
        @discardableResult
        func perform<Answer: Sendable>(
            of key: OriginUsage.Key,
            size: Int,
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
                    self.connections.requestEnded(of: key, size: size)
                    ended.value(number, answer)
                    self.closeIfAnswered()
                }
            }
            return number
        }

        /// The socket has a session from now on, or no longer: what it holds is counted with the others of its kind.
        func sessionChanged() {
            _ = count(held: held)
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
            if let page = page(id) { end(page) }
        }

        /// Sends an event to a page.
        func send(_ event: RPCEvent, toPage id: UUID) {
            guard let page = page(id) else { return }
            if event == .disconnect { setSession(false, of: page) }
            send(event.data, to: page)
        }

        private func page(_ id: UUID) -> PageConnection? {
            pages.values.first { $0.id == id }
        }

        private func setSession(_ hasSession: Bool, of page: PageConnection) {
            page.hasSession = hasSession
            sessionChanged()
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
            context.write(
                wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)),
                promise: promise
            )
            if opcode.isControlOpcode {
                context.flush()
            } else {
                flushSoon()
            }
        }

        /// Flushes once for all answers that end at the same time.
        private func flushSoon() {
            guard !flushes else { return }
            flushes = true
            connections.eventLoop.execute {
                self.flushes = false
                self.context?.flush()
            }
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
