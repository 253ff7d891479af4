#if WalletServer
    import Foundation
    import MidenWalletRPC
    import MidenWalletServer
    import MidenWalletServerTestSupport
    import Testing

    @Suite("The wallet server, messages", .timeLimit(.minutes(3)))
    struct WebSocketTests {
        private static let echoed = #"{"jsonrpc":"2.0","version":1,"id":"a","result":{"text":"hello"}}"#
        private static let hello = RawClient.message("a", Echo.name, #"{"text":"hello"}"#)

        @Test("a request: is answered by the router")
        func echo() async throws {
            try await withServer { server async throws in
                let client = try await RawClient.socket(server.port)
                try await client.send(Frame.bytes(Frame.text, Self.hello))
                #expect(try await client.frame() == Frame(opcode: Frame.text, data: Array(Self.echoed.utf8)))
            }
        }

        @Test("a request right behind the upgrade: is not lost")
        func early() async throws {
            try await withServer { server async throws in
                let client = try await RawClient(port: server.port)
                let headers =
                    ["Host: 127.0.0.1:\(server.port)", "Origin: https://shop.example"] + RawClient.upgradeHeaders
                let upgrade = "GET /rpc HTTP/1.1\r\n" + headers.joined(separator: "\r\n") + "\r\n\r\n"
                try await client.send(Array(upgrade.utf8) + Frame.bytes(Frame.text, Self.hello))
                #expect(try await client.response(hasBody: false).status == 101)
                #expect(try await client.frame().data == Array(Self.echoed.utf8))
            }
        }

        @Test("the caller: is known by its header and its socket, whatever it says")
        func caller() async throws {
            try await withServer { server async throws in
                let client = try await RawClient.socket(server.port, origin: "https://evil.example")
                let other = try await RawClient.socket(server.port, origin: "https://evil.example")
                let claim = #"{"origin":"https://shop.example"}"#
                try await client.call("a", Identify.name, claim)
                try await other.call("a", Identify.name, claim)
                let callers = [try await client.answer(), try await other.answer()].map { answer in
                    try? answer.outcome.get().decoded(as: Identify.Caller.self)
                }
                #expect(callers.map { $0?.origin } == ["https://evil.example", "https://evil.example"])
                #expect(callers[0]?.connection != callers[1]?.connection)
            }
        }

        @Test("a message in several frames: is one, also with a ping between them and in single bytes")
        func fragments() async throws {
            try await withServer { server async throws in
                let client = try await RawClient.socket(server.port)
                let bytes =
                    Frame.bytes(Frame.text, Array(Self.hello.prefix(10)), first: 0)
                    + Frame.bytes(Frame.continuation, [], first: 0)
                    + Frame.bytes(Frame.ping, [1, 2, 3])
                    + Frame.bytes(Frame.continuation, Array(Self.hello.dropFirst(10)))
                for byte in bytes { try await client.send([byte]) }
                #expect(try await client.frame() == Frame(opcode: Frame.pong, data: [1, 2, 3]))
                #expect(try await client.frame().data == Array(Self.echoed.utf8))
            }
        }

        @Test("a close of the page: is answered, and ends the connection")
        func closed() async throws {
            try await withServer({ $0.limits.closeTime = .seconds(600) }) { server async throws in
                let client = try await RawClient.socket(server.port)
                try await client.send(Frame.bytes(Frame.close, [0x03, 0xE8]))
                #expect(try await client.frame().closeCode == 1000)
                #expect(try await client.end() == "")
            }
        }

        @Test("an event: reaches its connection and no other")
        func event() async throws {
            try await withServer { server async throws in
                let client = try await RawClient.socket(server.port)
                let other = try await RawClient.socket(server.port)
                try await client.call("a", Identify.name)
                let caller = try await client.answer().outcome.get().decoded(as: Identify.Caller.self)
                await server.send(.disconnect, to: caller.connection)
                await server.send(.disconnect, to: UUID())
                #expect(try await client.frame().data == Array(RPCEvent.disconnect.data))
                try await other.send(Frame.bytes(Frame.text, Self.hello))
                #expect(try await other.frame().data == Array(Self.echoed.utf8))
                await server.closeConnection(caller.connection)
                #expect(try await client.closeCode() == 1000)
            }
        }

        @Test("the wallet's ping: is repeated after a pong, and closes with 1001 without one")
        func ping() async throws {
            try await withServer({ $0.limits.pingInterval = .seconds(4) }) { server async throws in
                let client = try await RawClient.socket(server.port)
                let ping = try await client.frame()
                #expect(ping.opcode == Frame.ping)
                try await client.send(Frame.bytes(Frame.pong, ping.data))
                #expect(try await client.frame().opcode == Frame.ping)
                #expect(try await client.closeCode() == 1001)
            }
        }
    }

    @Suite("The wallet server, limits of messages", .timeLimit(.minutes(3)))
    struct WebSocketLimitsTests {
        private static let largest = 1_048_576

        @Test("a message of 1 MiB: is read, in one frame or in two")
        func largest() async throws {
            try await withServer { server async throws in
                let client = try await RawClient.socket(server.port)
                let request = RawClient.message("a", Echo.name, #"{"text":"hello"}"#)
                let message = request + [UInt8](repeating: 0x20, count: Self.largest - request.count)
                try await client.send(Frame.bytes(Frame.text, message))
                #expect(try await client.refusal() == nil)
                try await client.send(
                    Frame.bytes(Frame.text, Array(message.prefix(1_000)), first: 0)
                        + Frame.bytes(Frame.continuation, Array(message.dropFirst(1_000)))
                )
                #expect(try await client.refusal() == nil)
            }
        }

        @Test(
            "a frame above 1 MiB: is -32010 without id, then closed with 1009",
            arguments: [1_048_577, 1 << 63, .max] as [UInt64]
        )
        func largeFrame(length: UInt64) async throws {
            try await withServer { server async throws in
                let client = try await RawClient.socket(server.port)
                try await client.send(Frame.header(Frame.text, length: length))
                let answer = try await client.answer()
                #expect(answer == RPCResponse(id: nil, error: .payloadTooLarge))
                #expect(try await client.closeCode() == 1009)
            }
        }

        @Test("frames of a message above 1 MiB: are -32010 without id, then closed with 1009")
        func largeMessage() async throws {
            try await withServer { server async throws in
                let client = try await RawClient.socket(server.port)
                try await client.send(
                    Frame.bytes(Frame.text, [0x20], first: 0)
                        + Frame.bytes(Frame.continuation, [UInt8](repeating: 0x20, count: Self.largest))
                )
                let answer = try await client.answer()
                #expect(answer == RPCResponse(id: nil, error: .payloadTooLarge))
                #expect(try await client.closeCode() == 1009)
            }
        }

        @Test(
            "a frame that a page must not send: closes",
            arguments: [
                ("binary", Frame.bytes(Frame.binary, [1]), 1003),
                ("the start of a binary message", Frame.bytes(Frame.binary, [1], first: 0), 1003),
                ("unmasked", [0x81, 2, 0x7B, 0x7D], 1002),
                ("reserved bit", Frame.bytes(Frame.text, [], first: 0xC0), 1002),
                ("reserved opcode", Frame.bytes(3, []), 1002),
                ("reserved control opcode", Frame.bytes(11, []), 1002),
                ("continuation of nothing", Frame.bytes(Frame.continuation, []), 1002),
                (
                    "text within a message",
                    Frame.bytes(Frame.text, [], first: 0) + Frame.bytes(Frame.text, []), 1002
                ),
                ("ping in two frames", Frame.bytes(Frame.ping, [], first: 0), 1002),
                ("ping of 126 bytes", Frame.bytes(Frame.ping, [UInt8](repeating: 0, count: 126)), 1002),
                ("length in too many bytes", [0x81, 0xFE, 0, 2, 0, 0, 0, 0, 0x7B, 0x7D], 1002),
                ("length in far too many bytes", [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0x7B, 0x7D], 1002),
            ] as [(String, [UInt8], Int)]
        )
        func refusedFrame(name: String, bytes: [UInt8], code: Int) async throws {
            try await withServer { server async throws in
                let client = try await RawClient.socket(server.port)
                try await client.send(bytes)
                #expect(try await client.closeCode() == code)
            }
        }

        @Test(
            "a message that takes too long: closes with 1008",
            arguments: [
                [0x81], Frame.header(Frame.text, length: 100), Frame.bytes(Frame.text, [0x7B], first: 0),
                Frame.bytes(Frame.text, [0x7B], first: 0) + Frame.bytes(Frame.ping, []),
            ] as [[UInt8]]
        )
        func messageTime(bytes: [UInt8]) async throws {
            try await withServer({ $0.limits.messageTime = .milliseconds(200) }) { server async throws in
                let client = try await RawClient.socket(server.port)
                try await client.send(bytes)
                var frame = try await client.frame()
                while frame.opcode == Frame.pong { frame = try await client.frame() }
                #expect(frame.closeCode == 1008)
            }
        }

        @Test("a socket without a message: stays open longer than a message may take")
        func idle() async throws {
            try await withServer({ $0.limits.messageTime = .milliseconds(200) }) { server async throws in
                let client = try await RawClient.socket(server.port)
                for _ in 0..<2 {
                    try await client.call("a", Echo.name, #"{"text":"hello"}"#)
                    #expect(try await client.refusal() == nil)
                    try await Task.sleep(for: .milliseconds(400))
                }
                try await client.send(Frame.bytes(Frame.ping, [7]))
                #expect(try await client.frame() == Frame(opcode: Frame.pong, data: [7]))
            }
        }
    }

    @Suite("The wallet server, limits of requests", .timeLimit(.minutes(3)))
    struct RequestLimitsTests {
        @Test("requests above the rate of an origin: are -32005 on all of its sockets, with the time to wait")
        func rate() async throws {
            try await withServer({
                $0.limits.requestBurst = 3
                $0.limits.requestsPerSecond = 1
            }) { server in
                let client = try await RawClient.socket(server.port)
                let sameOrigin = try await RawClient.socket(server.port)
                let other = try await RawClient.socket(server.port, origin: "https://other.example")
                let echo = Frame.bytes(Frame.text, RawClient.message("a", Echo.name, #"{"text":""}"#))
                try await client.send((0..<20).flatMap { _ in echo })
                var refused: [RPCError] = []
                for _ in 0..<20 {
                    if let error = try await client.refusal() { refused.append(error) }
                }
                // One more is admitted with each second that the test takes.
                #expect((10...17).contains(refused.count), "\(refused.count)")
                #expect(Set(refused) == [.rateLimited(retryAfter: 1)])
                try await sameOrigin.send((0..<20).flatMap { _ in echo })
                var others: [RPCError] = []
                for _ in 0..<20 {
                    if let error = try await sameOrigin.refusal() { others.append(error) }
                }
                #expect(others.count >= 10, "\(others.count)")
                try await other.send(echo)
                #expect(try await other.refusal() == nil)
            }
        }

        @Test("waiting requests of an origin: one too many is -32005")
        func waiting() async throws {
            let log = EventLog()
            try await withServer({ $0.limits.waitingRequests = 2 }, log: log) { server async throws in
                let client = try await RawClient.socket(server.port)
                let sameOrigin = try await RawClient.socket(server.port)
                try await client.call("a", Wait.name)
                try await client.call("b", Wait.name)
                #expect(await log.next() == "started")
                #expect(await log.next() == "started")
                try await sameOrigin.call("c", Echo.name, #"{"text":""}"#)
                let answer = try await sameOrigin.answer()
                #expect(answer.id?.text == "c")
                #expect(answer.outcome == .failure(.rateLimited(retryAfter: 1)))
            }
        }

        @Test("refused messages: the tenth is answered, then the socket is closed with 1008")
        func refusedMessages() async throws {
            try await withServer { server async throws in
                let client = try await RawClient.socket(server.port)
                let texts: [(text: String, code: RPCError.Code)] = [("{", .parse), ("{}", .invalidRequest)]
                for number in 0..<10 {
                    // What the router refuses does not count.
                    try await client.call("a", "UNKNOWN")
                    #expect(try await client.refusal()?.code == .unknownMethod)
                    let (text, code) = texts[number % 2]
                    try await client.send(Frame.bytes(Frame.text, Array(text.utf8)))
                    #expect(try await client.refusal()?.code == code)
                }
                #expect(try await client.closeCode() == 1008)
            }
        }

        @Test("a client that does not read: is closed")
        func unread() async throws {
            let log = EventLog()
            try await withServer({ $0.limits.unreadSize = 2_097_152 }, log: log) { server async throws in
                let client = try await RawClient.socket(server.port, reads: false)
                for number in 0..<64 {
                    // The server may have closed before the last one.
                    try? await client.call("a\(number)", Large.name)
                }
                #expect(await log.next() == "closed")
            }
        }
    }

    @Suite("The wallet server, the end of a connection", .timeLimit(.minutes(3)))
    struct ConnectionEndTests {
        @Test("a connection that closes: cancels its requests, and is told of after them")
        func closed() async throws {
            let log = EventLog()
            try await withServer(log: log) { server async throws in
                let client = try await RawClient.socket(server.port)
                try await client.call("a", Wait.name)
                #expect(await log.next() == "started")
                try await client.close()
                #expect(await log.next() == "cancelled")
                #expect(await log.next() == "closed")
            }
        }

        @Test("stop: a request that ends soon is answered before the socket closes, and no other message is taken")
        func stopAfterAnswers() async throws {
            let log = EventLog()
            try await withServer(log: log) { server async throws in
                let client = try await RawClient.socket(server.port)
                try await client.call("a", Late.name)
                #expect(await log.next() == "started")
                async let stopped: Void = server.stop()
                try? await client.call("b", Wait.name)
                #expect(try await client.answer().id?.text == "a")
                #expect(try await client.closeCode() == 1001)
                await stopped
            }
        }

        @Test("stop: cancels open requests, closes with 1001, and nobody can connect any more")
        func stop() async throws {
            let log = EventLog()
            try await withServer(log: log) { server async throws in
                let idle = try await RawClient(port: server.port)
                let client = try await RawClient.socket(server.port)
                try await client.call("a", Wait.name)
                #expect(await log.next() == "started")
                async let stopped: Void = server.stop()
                #expect(try await client.closeCode() == 1001)
                #expect(try await idle.end() == "")
                await stopped
                #expect(await log.next() == "cancelled")
                #expect(await log.next() == "closed")
                await #expect(throws: (any Error).self) { _ = try await RawClient(port: server.port) }
                await server.stop()
            }
        }

        @Test("a port that is in use: is an error that names it")
        func portInUse() async throws {
            try await withServer { server async throws in
                let error = await #expect(throws: WalletServerStartError.self) {
                    try await withServer({ $0.port = server.port }) { _ in }
                }
                #expect(error?.port == server.port)
            }
        }
    }
#endif
