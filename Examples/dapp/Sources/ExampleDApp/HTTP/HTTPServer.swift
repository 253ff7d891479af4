import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A small server on loopback, one request a connection. A real one uses the server of its web framework.
struct HTTPServer: Sendable {
    private let listener: any Channel

    /// The port that it listens on.
    var port: Int { listener.localAddress?.port ?? 0 }

    /// Starts to listen on 127.0.0.1. Port 0 is any free one.
    static func start(
        port: Int,
        answering answer: @escaping @Sendable (HTTPRequest) async -> HTTPAnswer
    ) async throws -> HTTPServer {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandler(HTTPRequestHandler(answer))
                }
            }
        return HTTPServer(listener: try await bootstrap.bind(host: "127.0.0.1", port: port).get())
    }
}

/// Reads the one request of a connection, and writes the answer.
///
/// `@unchecked` because it is used on the event loop only.
private final class HTTPRequestHandler: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The most bytes of a body: a sign-in has 2 KiB.
    private static let mostBytes = 65_536
    /// How long a client may take for its request.
    private static let requestTime = TimeAmount.seconds(30)

    private let answer: @Sendable (HTTPRequest) async -> HTTPAnswer
    private var head: HTTPRequestHead?
    private var body = Data()
    private var isRead = false

    init(_ answer: @escaping @Sendable (HTTPRequest) async -> HTTPAnswer) {
        self.answer = answer
    }

    func channelActive(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.requestTime) {
            let (handler, context) = bound.value
            if !handler.isRead { context.close(promise: nil) }
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRead else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let part):
            body.append(contentsOf: part.readableBytesView)
            if body.count > Self.mostBytes {
                isRead = true
                context.close(promise: nil)
            }
        case .end:
            guard let head else { return }
            isRead = true
            respond(to: head, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func respond(to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let path = String(head.uri.prefix { $0 != "?" })
        let request = HTTPRequest(method: head.method, path: path, headers: head.headers, body: body)
        let promise = context.eventLoop.makePromise(of: HTTPAnswer.self)
        promise.completeWithTask { [answer] in await answer(request) }
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        promise.futureResult.whenSuccess { answer in
            let (handler, context) = bound.value
            handler.write(answer, isWhole: head.method != .HEAD, context)
        }
    }

    private func write(_ answer: HTTPAnswer, isWhole: Bool, _ context: ChannelHandlerContext) {
        var headers = HTTPHeaders(answer.headers)
        headers.add(name: "Content-Length", value: String(answer.body.count))
        headers.add(name: "Connection", value: "close")
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if isWhole {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
        }
        let sent = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
    }
}
