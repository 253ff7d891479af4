import Foundation

/// The connection of the page in a web view to a wallet. Each web view has one of its own.
///
/// All that the page gets is a reply to what it posted: WebKit drops the replies to a page that was left, so that no other page
/// gets them.
///
/// ```swift
/// let transport = WebViewTransport(router: router) { connection in Task { await pages.connectionClosed(connection) } }
/// for await (event, connection) in events.stream { await transport.send(event, to: connection) }
/// ```
public actor WebViewTransport {
    /// How many calls of an origin run at most, those of its pages that were left included.
    static let mostRequests = 128
    /// How many events wait for a page at most. A page that does not fetch them loses its connection.
    static let mostEvents = 128
    /// After how many seconds a page may ask again if too many of its requests wait.
    static let retryAfter = 5

    private struct Connection {
        let id: UUID
        let origin: String
        var requests: [UUID: Task<RPCResponse?, Never>] = [:]
        var events: [RPCEvent] = []
        var waiting: CheckedContinuation<RPCEvent?, Never>?
    }

    private let router: RPCRouter
    private let connectionClosed: @Sendable (UUID) -> Void
    private var connection: Connection?
    /// How many calls of each origin run. A call of a page that was left is cancelled, and may go on for a while.
    private var running: [String: Int] = [:]

    /// Makes the transport of a web view.
    ///
    /// - Parameters:
    ///   - router: Answers the requests.
    ///   - connectionClosed: Is told of each connection that ended, after the end of its last call:
    ///     `RPCWallet.connectionClosed(_:)`.
    public init(router: RPCRouter, connectionClosed: @escaping @Sendable (_ connection: UUID) -> Void) {
        self.router = router
        self.connectionClosed = connectionClosed
    }

    /// Answers what a page posted.
    ///
    /// - Parameters:
    ///   - message: What it posted.
    ///   - frame: The frame that it came from.
    /// - Returns: What the page gets: the name of its connection, an event, or a response. Nil if it has no connection, or not
    ///   the one that the message names: frames in a page, and pages whose origin may not ask, have none.
    public func reply(to message: WebViewMessage, from frame: WebViewFrame) async -> String? {
        guard frame.isMainFrame, let origin = frame.origin else { return nil }
        switch message {
        case .open:
            end()
            let opened = Connection(id: UUID(), origin: origin)
            connection = opened
            return opened.id.uuidString
        case .nextEvent(let id):
            guard isOpen(id, of: origin) else { return nil }
            return await nextEvent().map { String(decoding: $0.data, as: UTF8.self) }
        case .request(let text, let id):
            guard isOpen(id, of: origin) else { return nil }
            return await answer(Data(text.utf8), from: origin, id).map { String(decoding: $0.data, as: UTF8.self) }
        }
    }

    /// Sends an event to the page, if the connection is still its own.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The connection.
    public func send(_ event: RPCEvent, to id: UUID) {
        guard connection?.id == id else { return }
        if let waiting = connection?.waiting {
            connection?.waiting = nil
            waiting.resume(returning: event)
        } else if let count = connection?.events.count, count < Self.mostEvents {
            connection?.events.append(event)
        } else {
            end()
        }
    }

    /// The web view shows another page, or it was closed: the connection ends, and with it its session and its questions.
    public func end() {
        guard let ended = connection else { return }
        connection = nil
        for request in ended.requests.values { request.cancel() }
        ended.waiting?.resume(returning: nil)
        guard !ended.requests.isEmpty else { return connectionClosed(ended.id) }
        Task { [connectionClosed] in
            // A call that goes on for a while may still give the connection a session.
            for request in ended.requests.values { _ = await request.value }
            connectionClosed(ended.id)
        }
    }

    private func isOpen(_ id: UUID, of origin: String) -> Bool {
        connection?.id == id && connection?.origin == origin
    }

    private func nextEvent() async -> RPCEvent? {
        if let events = connection?.events, !events.isEmpty { return connection?.events.removeFirst() }
        return await withCheckedContinuation { continuation in
            // The page waits once. An earlier wait ends without an event.
            connection?.waiting?.resume(returning: nil)
            connection?.waiting = continuation
        }
    }

    private func answer(_ message: Data, from origin: String, _ id: UUID) async -> RPCResponse? {
        guard running[origin, default: 0] < Self.mostRequests else { return refusal(of: message) }
        running[origin, default: 0] += 1
        let request = UUID()
        let task = Task { [router] in await router.answer(message, from: .page(origin: origin, connection: id)) }
        connection?.requests[request] = task
        let response = await task.value
        running[origin, default: 1] -= 1
        if running[origin] == 0 { running[origin] = nil }
        guard connection?.id == id else { return nil }
        connection?.requests[request] = nil
        return response
    }

    /// The answer to a request that is one too many.
    private func refusal(of message: Data) -> RPCResponse {
        do {
            return RPCResponse(
                id: try RPCRequest(reading: message).id,
                error: .rateLimited(retryAfter: Self.retryAfter)
            )
        } catch {
            return error.response
        }
    }
}
