#if WalletServer
    import Foundation
    import NIOCore
    import NIOPosix

    /// A connection that sends bytes of the caller's choice.
    package final class RawClient: Sendable {
        /// Why there is nothing to read.
        package enum Failure: Error, Equatable {
            /// The server closed before it sent what the test waits for.
            case closed(after: String)
            case timeout
        }

        private let channel: any Channel
        private let inbox: Inbox

        /// Connects to a server of this machine.
        package init(port: Int, reads: Bool = true) async throws {
            let inbox = Inbox()
            self.inbox = inbox
            channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(ChannelOptions.autoRead, value: reads)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(inbox) }
                }
                .connect(host: "127.0.0.1", port: port).get()
        }

        deinit {
            channel.close(promise: nil)
        }

        /// Sends bytes, and waits until the system has them.
        package func send(_ bytes: [UInt8]) async throws {
            try await channel.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes))).get()
        }

        /// Sends a text.
        package func send(_ text: String) async throws {
            try await send(Array(text.utf8))
        }

        /// Closes the connection.
        package func close() async throws {
            try await channel.close().get()
        }

        /// Ends what is sent. The server can still answer.
        package func closeOutput() async throws {
            try await channel.close(mode: .output).get()
        }

        /// Closes the connection with a reset.
        package func reset() async throws {
            if let options = channel as? any SocketOptionProvider {
                try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
            try await close()
        }

        /// Waits for bytes, of which `count` says how many they are, nil if they have not all arrived.
        package func receive(_ count: @escaping @Sendable (_ bytes: [UInt8]) -> Int?) async throws -> [UInt8] {
            let loop = channel.eventLoop
            let inbox = inbox
            return try await loop.flatSubmit { inbox.receive(count, on: loop) }.get()
        }

        /// Waits until the server closes.
        ///
        /// - Returns: What it sent before.
        package func end() async throws -> String {
            do {
                _ = try await receive { _ in nil }
                return ""
            } catch Failure.closed(let rest) {
                return rest
            }
        }
    }

    /// What has arrived, on the event loop of its channel.
    private final class Inbox: ChannelInboundHandler, @unchecked Sendable {
        typealias InboundIn = ByteBuffer

        private var bytes: [UInt8] = []
        private var isClosed = false
        private var count: (@Sendable ([UInt8]) -> Int?)?
        private var promise: EventLoopPromise<[UInt8]>?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            bytes += Array(unwrapInboundIn(data).readableBytesView)
            check()
        }

        func channelInactive(context: ChannelHandlerContext) {
            isClosed = true
            check()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        func receive(_ count: @escaping @Sendable ([UInt8]) -> Int?, on loop: any EventLoop) -> EventLoopFuture<[UInt8]>
        {
            let promise = loop.makePromise(of: [UInt8].self)
            self.count = count
            self.promise = promise
            let timeout = loop.scheduleTask(in: .seconds(60)) { self.fail(.timeout) }
            promise.futureResult.whenComplete { _ in timeout.cancel() }
            check()
            return promise.futureResult
        }

        private func check() {
            guard let count, let promise else { return }
            if let length = count(bytes) {
                let result = Array(bytes.prefix(length))
                bytes.removeFirst(length)
                self.promise = nil
                promise.succeed(result)
            } else if isClosed {
                fail(.closed(after: String(decoding: bytes, as: UTF8.self)))
            }
        }

        private func fail(_ failure: RawClient.Failure) {
            promise?.fail(failure)
            promise = nil
        }
    }
#endif
