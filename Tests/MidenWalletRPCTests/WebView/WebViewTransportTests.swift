import Foundation
import MidenSwiftClient
import MidenWalletRPC
import Testing

/// Lets calls through once it is opened, whether they are cancelled or not.
private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// Goes on after it was cancelled.
private struct Slow: RPCMethod {
    static let name = "SLOW"
    let gate: Gate
    let started: AsyncStream<Void>.Continuation

    func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> NoOutput {
        started.yield()
        await gate.pass()
        return NoOutput()
    }
}

@Suite("A page in a web view", .timeLimit(.minutes(5)))
struct WebViewTransportTests {
    private static let frame = WebViewFrame(isMainFrame: true, scheme: "https", host: "shop.example", port: 0)

    /// A web view of a wallet.
    private struct WebView {
        let transport: WebViewTransport
        let closed = Log<UUID>()

        init(of wallet: AnsweringWallet) {
            transport = WebViewTransport(router: wallet.router) { [closed] in closed.append($0) }
        }

        /// Loads a page.
        func open(_ frame: WebViewFrame = WebViewTransportTests.frame) async throws -> UUID {
            let reply = await transport.reply(to: .open, from: frame)
            return try #require(reply.flatMap(UUID.init(uuidString:)))
        }

        func call(
            _ method: String,
            _ parameters: String = "{}",
            on connection: UUID,
            from frame: WebViewFrame = WebViewTransportTests.frame
        ) async -> String? {
            let text = #"{"jsonrpc":"2.0","version":1,"id":"1","method":"\#(method)","params":\#(parameters)}"#
            return await transport.reply(to: .request(text, connection: connection), from: frame)
        }
    }

    /// The code of the error of a response; 0 if it has a result.
    private static func code(_ response: String?) throws -> Int {
        let response = try #require(response)
        switch try WalletMessage(reading: Data(response.utf8)) {
        case .response(let response):
            switch response.outcome {
            case .success: return 0
            case .failure(let error): return error.code.rawValue
            }
        case .event: throw CancellationError()
        }
    }

    @Test("a page: connects with the origin of its frame, and is told events")
    func connects() async throws {
        try await withAnsweringWallet { wallet async throws in
            let view = WebView(of: wallet)
            let connection = try await view.open()
            #expect(try Self.code(await view.call("miden_getAccounts", on: connection)) == 4100)
            #expect(try Self.code(await view.call("miden_connect", on: connection)) == 0)
            #expect(wallet.user.log.all.map(\.origin) == ["https://shop.example"])
            #expect(try Self.code(await view.call("miden_getAccounts", on: connection)) == 0)

            try await wallet.pages.revoke(origin: "https://shop.example")
            for sent in wallet.sent.all { await view.transport.send(sent.event, to: sent.connection) }
            let event = await view.transport.reply(to: .nextEvent(connection: connection), from: Self.frame)
            #expect(event == String(decoding: RPCEvent.disconnect.data, as: UTF8.self))
        }
    }

    @Test("an event: reaches a page that waits for it")
    func waits() async throws {
        try await withAnsweringWallet { wallet async throws in
            let view = WebView(of: wallet)
            let connection = try await view.open()
            let waiting = Task {
                await view.transport.reply(to: .nextEvent(connection: connection), from: Self.frame)
            }
            await view.transport.send(.disconnect, to: connection)
            #expect(await waiting.value == String(decoding: RPCEvent.disconnect.data, as: UTF8.self))
        }
    }

    @Test("frames in a page, and pages whose origin may not ask: have no connection")
    func refused() async throws {
        try await withAnsweringWallet { wallet async throws in
            let view = WebView(of: wallet)
            let connection = try await view.open()
            let frames = [
                WebViewFrame(isMainFrame: false, scheme: "https", host: "shop.example", port: 0),
                WebViewFrame(isMainFrame: true, scheme: "http", host: "shop.example", port: 0),
                WebViewFrame(isMainFrame: true, scheme: "file", host: "", port: 0),
                WebViewFrame(isMainFrame: true, scheme: "", host: "", port: 0),
            ]
            for frame in frames {
                #expect(await view.transport.reply(to: .open, from: frame) == nil)
                #expect(await view.call("miden_connect", on: connection, from: frame) == nil)
            }
            #expect(wallet.questions.isEmpty)
            // The connection of the page is as it was.
            #expect(view.closed.all.isEmpty)
            #expect(try Self.code(await view.call("miden_connect", on: connection)) == 0)
        }
    }

    @Test("another page: does not get the connection of the one before, nor its events")
    func navigation() async throws {
        try await withAnsweringWallet { wallet async throws in
            let view = WebView(of: wallet)
            let first = try await view.open()
            _ = await view.call("miden_connect", on: first)
            let other = WebViewFrame(isMainFrame: true, scheme: "https", host: "evil.example", port: 0)
            // It knows the name of the connection and has not opened one of its own.
            #expect(await view.call("miden_getAccounts", on: first, from: other) == nil)
            #expect(await view.transport.reply(to: .nextEvent(connection: first), from: other) == nil)

            let second = try await view.open(other)
            #expect(view.closed.all == [first])
            #expect(await view.call("miden_getAccounts", on: first) == nil)
            #expect(try Self.code(await view.call("miden_getAccounts", on: second, from: other)) == 4100)
            await view.transport.send(.networkChange(.testnet), to: first)
            await view.transport.send(.disconnect, to: second)
            let event = await view.transport.reply(to: .nextEvent(connection: second), from: other)
            #expect(event == String(decoding: RPCEvent.disconnect.data, as: UTF8.self))
        }
    }

    @Test("a page that is left while its question is open: the question ends, and a late approval grants nothing")
    func leftWithQuestion() async throws {
        try await withAnsweringWallet(nil) { wallet async throws in
            let closed = AsyncStream.makeStream(of: UUID.self)
            let transport = WebViewTransport(router: wallet.router) { closed.continuation.yield($0) }
            let reply = await transport.reply(to: .open, from: Self.frame)
            let connection = try #require(reply.flatMap(UUID.init(uuidString:)))
            let request = #"{"jsonrpc":"2.0","version":1,"id":"1","method":"miden_connect"}"#
            let connect = Task {
                await transport.reply(to: .request(request, connection: connection), from: Self.frame)
            }
            let asked = try await wallet.user.next()
            await transport.end()
            for await ended in closed.stream {
                await wallet.pages.connectionClosed(ended)
                break
            }
            #expect(await connect.value == nil)
            asked.answer(.approve)
            #expect(try await wallet.pages.listGrants().isEmpty)
        }
    }

    /// Starts calls that go on when they are cancelled.
    private func start(
        _ count: Int,
        _ transport: WebViewTransport,
        on connection: UUID,
        _ started: AsyncStream<Void>
    ) async -> [Task<String?, Never>] {
        let text = #"{"jsonrpc":"2.0","version":1,"id":"1","method":"SLOW"}"#
        let calls = (0..<count).map { _ in
            Task { await transport.reply(to: .request(text, connection: connection), from: Self.frame) }
        }
        var number = 0
        for await _ in started {
            number += 1
            if number == count { break }
        }
        return calls
    }

    @Test("a page that is left while a call goes on: its connection is closed after the end of the call")
    func leftWithCall() async throws {
        let (gate, started) = (Gate(), AsyncStream.makeStream(of: Void.self))
        let (log, closed) = (Log<UUID>(), AsyncStream.makeStream(of: UUID.self))
        let transport = WebViewTransport(
            router: try RPCRouter([Slow(gate: gate, started: started.continuation)])
        ) { connection in
            log.append(connection)
            closed.continuation.yield(connection)
        }
        let reply = await transport.reply(to: .open, from: Self.frame)
        let connection = try #require(reply.flatMap(UUID.init(uuidString:)))
        let calls = await start(1, transport, on: connection, started.stream)
        await transport.end()
        for _ in 0..<100 { await Task.yield() }
        #expect(log.all.isEmpty)
        await gate.open()
        for await ended in closed.stream {
            #expect(ended == connection)
            break
        }
        for call in calls { #expect(await call.value == nil) }
    }

    @Test("calls that go on after their page was left: count for the next page of the origin until they end")
    func callsOfEarlierPages() async throws {
        let (gate, started) = (Gate(), AsyncStream.makeStream(of: Void.self))
        let router = try RPCRouter([Slow(gate: gate, started: started.continuation)])
        let transport = WebViewTransport(router: router) { _ in }
        let first = await transport.reply(to: .open, from: Self.frame)
        let left = try #require(first.flatMap(UUID.init(uuidString:)))
        let calls = await start(128, transport, on: left, started.stream)
        let second = await transport.reply(to: .open, from: Self.frame)
        let connection = try #require(second.flatMap(UUID.init(uuidString:)))
        let text = #"{"jsonrpc":"2.0","version":1,"id":"1","method":"SLOW"}"#
        let request = WebViewMessage.request(text, connection: connection)
        #expect(try Self.code(await transport.reply(to: request, from: Self.frame)) == -32005)
        await gate.open()
        for call in calls { #expect(await call.value == nil) }
        #expect(try Self.code(await transport.reply(to: request, from: Self.frame)) == 0)
    }

    @Test("a page that does not fetch its events: loses its connection")
    func tooManyEvents() async throws {
        try await withAnsweringWallet { wallet async throws in
            let view = WebView(of: wallet)
            let connection = try await view.open()
            for _ in 0..<129 { await view.transport.send(.disconnect, to: connection) }
            #expect(view.closed.all == [connection])
            #expect(await view.transport.reply(to: .nextEvent(connection: connection), from: Self.frame) == nil)
        }
    }

    @Test("messages that are no requests, and large ones: are answered as on any transport")
    func messages() async throws {
        try await withAnsweringWallet { wallet async throws in
            let view = WebView(of: wallet)
            let connection = try await view.open()
            for (text, code) in [("no JSON", -32700), (String(repeating: " ", count: 1_048_577), -32010)] {
                let reply = await view.transport.reply(to: .request(text, connection: connection), from: Self.frame)
                #expect(try Self.code(reply) == code)
            }
        }
    }

    @Test("the user script: is read from its folder, and an error names the file")
    func script() throws {
        let folder = Examples.root.appendingPathComponent("js/webview")
        #expect(try WebViewScript(from: folder).text.contains("webkit.messageHandlers"))
        let error = #expect(throws: WebViewScriptError.self) {
            try WebViewScript(from: folder.appendingPathComponent("x"))
        }
        #expect(error?.file.lastPathComponent == "user-script.js")
    }
}
