#if WalletServer
    import Foundation
    import MidenWalletRPC
    import MidenWalletServer
    import MidenWalletServerTestSupport
    import Testing

    @Suite("The wallet server, room for a new connection", .timeLimit(.minutes(3)))
    struct EvictionTests {
        private static func connect(_ client: RawClient) async throws {
            try await client.call("a", RPCMethodName.connect)
            #expect(try await client.refusal() == nil)
        }

        private static func isOpen(_ client: RawClient) async throws {
            try await client.call("b", Echo.name, #"{"text":"still there"}"#)
            #expect(try await client.refusal() == nil)
        }

        @Test("if there is none: the oldest connection without a session is closed, those with one are kept")
        func oldest() async throws {
            try await withServer({
                $0.limits.connections = 3
                $0.limits.timeWithoutSession = .zero
            }) { server async throws in
                let connected = try await RawClient.socket(server.port)
                try await Self.connect(connected)
                let silent = try await RawClient(port: server.port)
                let stranger = try await RawClient.socket(server.port, origin: "https://stranger.example")
                let first = try await RawClient.socket(server.port)
                #expect(try await silent.response().status == 503)
                try await Self.connect(first)
                let second = try await RawClient.socket(server.port)
                #expect(try await stranger.closeCode() == 1013)
                try await Self.connect(second)
                // All have a session now.
                let refused = try await RawClient(port: server.port)
                #expect(try await refused.response().status == 503)
                for client in [connected, first, second] { try await Self.isOpen(client) }
            }
        }

        @Test("of an origin that has none: its oldest socket without a session is closed, those of others are kept")
        func oldestOfOrigin() async throws {
            try await withServer({
                $0.limits.connectionsPerOrigin = 2
                $0.limits.timeWithoutSession = .zero
            }) { server async throws in
                let stranger = try await RawClient.socket(server.port, origin: "https://stranger.example")
                let idle = try await RawClient.socket(server.port)
                let connected = try await RawClient.socket(server.port)
                try await Self.connect(connected)
                let other = try await RawClient.socket(server.port)
                #expect(try await idle.closeCode() == 1013)
                try await Self.connect(other)
                for client in [connected, other, stranger] { try await Self.isOpen(client) }
                // Both have a session now.
                await #expect(throws: (any Error).self) { try await RawClient.socket(server.port) }
            }
        }

        @Test("a session that has ended: does not keep the connection", arguments: [true, false])
        func ended(byPage: Bool) async throws {
            try await withServer({
                $0.limits.connections = 1
                $0.limits.timeWithoutSession = .zero
            }) { server async throws in
                let client = try await RawClient.socket(server.port)
                try await Self.connect(client)
                if byPage {
                    try await client.call("b", RPCMethodName.disconnect)
                    #expect(try await client.refusal() == nil)
                } else {
                    try await client.call("b", Identify.name)
                    let caller = try await client.answer().outcome.get().decoded(as: Identify.Caller.self)
                    await server.send(.disconnect, to: caller.connection)
                    #expect(try await client.frame().data == Array(RPCEvent.disconnect.data))
                }
                let other = try await RawClient.socket(server.port)
                #expect(try await client.closeCode() == 1013)
                try await Self.isOpen(other)
            }
        }

        @Test("a connection that is not old enough: is kept, and the new one is 503")
        func young() async throws {
            try await withServer({
                $0.limits.connections = 1
                $0.limits.timeWithoutSession = .seconds(600)
            }) { server async throws in
                let client = try await RawClient.socket(server.port)
                let other = try await RawClient(port: server.port)
                #expect(try await other.response().status == 503)
                try await Self.isOpen(client)
            }
        }
    }
#endif
