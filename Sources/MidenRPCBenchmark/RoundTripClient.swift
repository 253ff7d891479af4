#if WalletServer
    import Foundation
    import MidenWalletServerTestSupport
    import NIOCore
    import NIOPosix

    /// Sends frames to a server and waits for the answers, on a thread of its own.
    struct RoundTripClient: Sendable {
        /// The exchange did not go as measured.
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        private let port: Int

        init(port: Int) {
            self.port = port
        }

        func stop() async throws {
            try await group.shutdownGracefully()
        }

        /// Sends frames on a new socket: first some at once, then one for each answer.
        ///
        /// - Parameters:
        ///   - count: How many are measured.
        ///   - warmUp: How many come before those.
        ///   - atOnce: How many wait for their answers at a time.
        ///   - frame: Makes the frame of a number.
        /// - Returns: The time of each, from the write to the answer.
        /// - Throws: ``Failure`` if the server closes the socket or sends something else.
        func roundTrips(
            count: Int,
            warmUp: Int,
            atOnce: Int,
            frame: @escaping @Sendable (_ number: Int) -> [UInt8]
        ) async throws -> [Duration] {
            let loop = group.next()
            let promise = loop.makePromise(of: [Duration].self)
            let handler = RoundTripHandler(
                plan: RoundTripHandler.Plan(port: port, count: count + warmUp, atOnce: atOnce, frame: frame),
                promise: promise
            )
            do {
                let channel = try await ClientBootstrap(group: loop)
                    .channelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandler(handler)
                        }
                    }
                    .connect(host: "127.0.0.1", port: port).get()
                let durations = try await promise.futureResult.get()
                try await channel.close().get()
                return Array(durations.dropFirst(warmUp))
            } catch {
                promise.fail(error)
                throw error
            }
        }
    }

    /// The socket of a client.
    ///
    /// `@unchecked` because it is used on the event loop only.
    private final class RoundTripHandler: ChannelInboundHandler, @unchecked Sendable {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        struct Plan: Sendable {
            let port: Int
            let count: Int
            let atOnce: Int
            let frame: @Sendable (Int) -> [UInt8]
        }

        /// What is before the number in a request and in its response.
        private static let start = Array(#"{"jsonrpc":"2.0","version":1,"id":""#.utf8)

        private let plan: Plan
        private let promise: EventLoopPromise<[Duration]>
        private var isOpen = false
        private var received: [UInt8] = []
        private var sent = 0
        /// When each was sent whose answer has not arrived.
        private var waiting: [Int: ContinuousClock.Instant] = [:]
        private var durations: [Duration] = []

        init(plan: Plan, promise: EventLoopPromise<[Duration]>) {
            self.plan = plan
            self.promise = promise
            durations.reserveCapacity(plan.count)
        }

        func channelActive(context: ChannelHandlerContext) {
            let headers =
                ["Host: 127.0.0.1:\(plan.port)", "Origin: https://shop.example"] + RawClient.upgradeHeaders
            let request = "GET /rpc HTTP/1.1\r\n" + headers.joined(separator: "\r\n") + "\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += Array(unwrapInboundIn(data).readableBytesView)
            guard isOpen || upgraded(context) else { return }
            while let (frame, size) = Frame.first(of: received) {
                received.removeFirst(size)
                answered(frame, context)
            }
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            context.flush()
        }

        func channelInactive(context: ChannelHandlerContext) {
            // Without effect if all answers have arrived.
            promise.fail(RoundTripClient.Failure(description: "the server closed the socket"))
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            promise.fail(error)
            context.close(promise: nil)
        }

        /// Reads the answer to the upgrade, and sends the first frames.
        private func upgraded(_ context: ChannelHandlerContext) -> Bool {
            let text = String(decoding: received, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { return false }
            guard text.hasPrefix("HTTP/1.1 101 ") else {
                promise.fail(RoundTripClient.Failure(description: "the upgrade was refused: \(text)"))
                return false
            }
            isOpen = true
            received.removeFirst(text[..<end.upperBound].utf8.count)
            for _ in 0..<plan.atOnce { sendNext(context) }
            return true
        }

        private func sendNext(_ context: ChannelHandlerContext) {
            guard sent < plan.count else { return }
            let frame = wrapOutboundOut(ByteBuffer(bytes: plan.frame(sent)))
            waiting[sent] = ContinuousClock.now
            sent += 1
            context.write(frame, promise: nil)
        }

        private func answered(_ frame: Frame, _ context: ChannelHandlerContext) {
            guard frame.opcode != Frame.ping else {
                let pong = ByteBuffer(bytes: Frame.bytes(Frame.pong, frame.data))
                return context.write(wrapOutboundOut(pong), promise: nil)
            }
            guard let number = Self.number(in: frame.data), let begun = waiting.removeValue(forKey: number) else {
                let text = String(decoding: frame.data, as: UTF8.self)
                promise.fail(RoundTripClient.Failure(description: "the server sent \(text)"))
                return context.close(promise: nil)
            }
            durations.append(ContinuousClock.now - begun)
            if durations.count == plan.count {
                promise.succeed(durations)
            } else {
                sendNext(context)
            }
        }

        /// The number in a response with a result, or in the copy of a request.
        private static func number(in data: [UInt8]) -> Int? {
            guard data.starts(with: start) else { return nil }
            let digits = data.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
            let rest = String(decoding: data.dropFirst(start.count + digits.count), as: UTF8.self)
            guard rest.hasPrefix(#"","result""#) || rest.hasPrefix(#"","method""#) else { return nil }
            return Int(String(decoding: digits, as: UTF8.self))
        }
    }
#endif
