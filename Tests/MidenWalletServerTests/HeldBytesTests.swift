#if WalletServer
    import Foundation
    import MidenWalletRPC
    import MidenWalletServer
    import MidenWalletServerTestSupport
    import Testing

    @Suite("The wallet server, bytes that it keeps", .timeLimit(.minutes(3)))
    struct HeldBytesTests {
        private static let echo = RawClient.message("a", Echo.name, #"{"text":"hello"}"#)
        /// The first frame of a message of two.
        private static let part = Frame.bytes(Frame.text, [UInt8](repeating: 0x20, count: 1_000), first: 0)
        private static let lastPart = Frame.bytes(Frame.continuation, echo)

        /// Sends the start of a message, and waits until the server has it.
        private static func begin(_ client: RawClient) async throws {
            try await client.send(part + Frame.bytes(Frame.ping, []))
            #expect(try await client.frame().opcode == Frame.pong)
        }

        @Test(
            "messages of an origin that are not complete: close with 1013 above the limit, and another origin has its own"
        )
        func perOrigin() async throws {
            try await withServer({ $0.limits.heldBytesPerOrigin = 2_500 }) { server async throws in
                let first = try await RawClient.socket(server.port)
                let second = try await RawClient.socket(server.port)
                let third = try await RawClient.socket(server.port)
                let other = try await RawClient.socket(server.port, origin: "https://other.example")
                try await Self.begin(first)
                try await Self.begin(second)
                try await Self.begin(other)
                try await third.send(Self.part)
                #expect(try await third.frame().closeCode == 1013)
                // What was complete or closed is not counted any more.
                #expect(try await third.end() == "")
                for client in [first, second, other] {
                    try await client.send(Self.lastPart)
                    #expect(try await client.refusal() == nil)
                }
                let fourth = try await RawClient.socket(server.port)
                try await Self.begin(fourth)
                try await Self.begin(first)
            }
        }

        @Test("a frame that is not complete: counts with what has arrived of it")
        func frame() async throws {
            try await withServer({ $0.limits.heldBytesPerOrigin = 2_500 }) { server async throws in
                let client = try await RawClient.socket(server.port)
                try await client.send(Frame.header(Frame.text, length: 100_000) + [UInt8](repeating: 0, count: 3_000))
                #expect(try await client.frame().closeCode == 1013)
            }
        }

        @Test("all messages that are not complete: close with 1013 above the limit, but not on a socket with a session")
        func total() async throws {
            try await withServer({ $0.limits.heldBytes = 2_500 }) { server async throws in
                let connected = try await RawClient.socket(server.port, origin: "https://connected.example")
                try await connected.call("a", RPCMethodName.connect)
                #expect(try await connected.refusal() == nil)
                try await Self.begin(connected)
                let more = Frame.bytes(Frame.continuation, [UInt8](repeating: 0x20, count: 2_000), first: 0)
                try await connected.send(more + Frame.bytes(Frame.ping, []))
                #expect(try await connected.frame().opcode == Frame.pong)
                let stranger = try await RawClient.socket(server.port, origin: "https://stranger.example")
                try await stranger.send(Self.part)
                #expect(try await stranger.frame().closeCode == 1013)
                try await stranger.send(Frame.bytes(Frame.text, Self.echo))
                #expect(try await stranger.end() == "")
                try await connected.send(Self.lastPart)
                #expect(try await connected.refusal() == nil)
                let late = try await RawClient.socket(server.port, origin: "https://late.example")
                try await Self.begin(late)
            }
        }

        @Test("requests that wait: are -32005 if they and the new one have too many bytes")
        func waiting() async throws {
            let log = EventLog()
            try await withServer({ $0.limits.heldBytesPerOrigin = 2_500 }, log: log) { server async throws in
                let client = try await RawClient.socket(server.port)
                let sameOrigin = try await RawClient.socket(server.port)
                let text = #"{"text":"\#(String(repeating: "x", count: 1_500))"}"#
                try await client.call("a", Wait.name, text)
                #expect(await log.next() == "started")
                try await sameOrigin.call("b", Echo.name, text)
                #expect(try await sameOrigin.refusal() == .rateLimited(retryAfter: 1))
                try await sameOrigin.send(Frame.bytes(Frame.text, Self.echo))
                #expect(try await sameOrigin.refusal() == nil)
                try await client.close()
                #expect(await log.next() == "cancelled")
                #expect(await log.next() == "closed")
                try await sameOrigin.call("b", Echo.name, text)
                #expect(try await sameOrigin.refusal() == nil)
            }
        }

        @Test("a socket with a session: is not refused for what others of its origin use without one")
        func sameOrigin() async throws {
            try await withServer({
                $0.limits.heldBytesPerOrigin = 1_500
                $0.limits.requestBurst = 2
                $0.limits.requestsPerSecond = 1
            }) { server async throws in
                let page = try await RawClient.socket(server.port)
                try await page.call("a", RPCMethodName.connect)
                #expect(try await page.refusal() == nil)
                let program = try await RawClient.socket(server.port)
                let echo = Frame.bytes(Frame.text, Self.echo)
                try await program.send((0..<20).flatMap { _ in echo })
                var codes: [RPCError.Code] = []
                for _ in 0..<20 {
                    if let code = try await program.refusal()?.code { codes.append(code) }
                }
                #expect(codes.contains(.rateLimited))
                try await Self.begin(program)
                try await Self.begin(page)
                try await page.send(Frame.bytes(Frame.continuation, RawClient.message("b", "UNKNOWN")))
                #expect(try await page.refusal()?.code == .unknownMethod)
            }
        }

        @Test("bytes above the rate of an origin: are -32005 on all of its sockets, and another origin has its own")
        func rate() async throws {
            try await withServer({
                $0.limits.messageByteBurst = 1
                $0.limits.messageBytesPerSecond = 1
            }) { server async throws in
                let client = try await RawClient.socket(server.port)
                let sameOrigin = try await RawClient.socket(server.port)
                let other = try await RawClient.socket(server.port, origin: "https://other.example")
                // The largest message is admitted in any case, and leaves nothing.
                let largest = Self.echo + [UInt8](repeating: 0x20, count: JSONText.largestSize - Self.echo.count)
                try await client.send(Frame.bytes(Frame.text, largest))
                #expect(try await client.refusal() == nil)
                try await sameOrigin.send(Frame.bytes(Frame.text, largest))
                let refusal = try await sameOrigin.refusal()
                #expect(refusal?.code == .rateLimited)
                try await other.send(Frame.bytes(Frame.text, largest))
                #expect(try await other.refusal() == nil)
            }
        }

        @Test("answers that clients do not read: close a socket without a session above the limit of all")
        func unread() async throws {
            let log = EventLog()
            try await withServer(
                {
                    $0.limits.unreadBytes = 2_097_152
                    $0.limits.unreadSize = .max
                },
                log: log
            ) { server async throws in
                let client = try await RawClient.socket(server.port, reads: false)
                for number in 0..<64 {
                    // The server may have closed before the last one.
                    try? await client.call("a\(number)", Large.name)
                }
                #expect(await log.next() == "closed")
            }
        }
    }
#endif
