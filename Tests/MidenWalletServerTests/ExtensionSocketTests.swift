#if WalletServer
    import Foundation
    import Logging
    import MidenWalletRPC
    import MidenWalletServer
    import MidenWalletServerTestSupport
    import Testing

    @Suite("The wallet server, browser extensions", .timeLimit(.minutes(3)))
    struct ExtensionSocketTests {
        private static let origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"
        private static let otherOrigin = "moz-extension://0f1e2d3c-4b5a-4697-8877-665544332211"
        private static let shop = "https://shop.example"
        private static let bank = "https://bank.example"

        private func withPairings(
            log: EventLog = EventLog(),
            limits: WalletServerLimits = WalletServerLimits(),
            store: any PairingStore = TransientPairingStore(),
            _ test: (WalletServer, Pairings) async throws -> Void
        ) async throws {
            let pairings = try Pairings(store: store)
            let server = try await WalletServer.start(
                configuration: WalletServerConfiguration(modules: [:], limits: limits),
                router: try RPCRouter([Echo(), Identify(), Wait(log: log), Connect(), Disconnect()]),
                pairings: pairings,
                logger: Logger(label: "test"),
                connectionClosed: { _ in log.add("closed") }
            )
            do {
                try await test(server, pairings)
            } catch {
                await server.stop()
                throw error
            }
            await server.stop()
        }

        private static func message(
            _ id: String,
            _ method: String,
            _ parameters: String = "{}",
            page: String,
            of origin: String
        ) -> [UInt8] {
            let sender = #"{"origin":"\#(origin)","page":"\#(page)"}"#
            let head = #"{"jsonrpc":"2.0","version":1,"id":"\#(id)","method":"\#(method)""#
            return Frame.bytes(Frame.text, Array((head + #","params":\#(parameters),"sender":\#(sender)}"#).utf8))
        }

        private struct Answer: Decodable {
            let id: String?
            let page: String?
            let result: Identify.Caller?
            let error: Failure?

            struct Failure: Decodable {
                let code: Int
            }
        }

        private func answer(_ client: RawClient) async throws -> Answer {
            try JSONDecoder().decode(Answer.self, from: Data(try await client.frame().data))
        }

        /// A socket that the user has paired, and its token.
        private func pairedSocket(_ server: WalletServer, _ pairings: Pairings) async throws -> (RawClient, String) {
            let client = try await RawClient.socket(server.port, origin: Self.origin)
            let code = await pairings.makeCode()
            try await client.call("pair", RPCMethodName.pair, #"{"code":"\#(code.text)"}"#)
            let result = try await client.answer().outcome.get().decoded(as: PairResult.self)
            return (client, result.token)
        }

        private func resume(_ token: String, on client: RawClient) async throws -> Bool {
            try await client.call("resume", RPCMethodName.resumePairing, #"{"token":"\#(token)"}"#)
            return try await client.answer().outcome.get().decoded(as: ResumePairingResult.self).paired
        }

        // MARK: - Who may speak

        @Test("an extension: gets no socket from a server without pairings")
        func withoutPairings() async throws {
            try await withServer { server async throws in
                let headers = ["Origin: \(Self.origin)"] + RawClient.upgradeHeaders
                let response = try await RawClient.request("GET /rpc", port: server.port, headers: headers)
                #expect(response.status == 403)
            }
        }

        @Test(
            "an origin that looks like that of an extension: is refused",
            arguments: [
                "chrome-extension://abcdefghijklmnopabcdefghijklmno",
                "chrome-extension://abcdefghijklmnopabcdefghijklmnoz",
                "chrome-extension://abcdefghijklmnopabcdefghijklmnop/", "moz-extension://shop", "extension://shop",
            ]
        )
        func refusedOrigin(origin: String) async throws {
            try await withPairings { server, _ async throws in
                let headers = ["Origin: \(origin)"] + RawClient.upgradeHeaders
                let response = try await RawClient.request("GET /rpc", port: server.port, headers: headers)
                #expect(response.status == 403)
            }
        }

        @Test("a socket that is not paired: can ask for nothing but pairing")
        func unpaired() async throws {
            try await withPairings { server, pairings async throws in
                let client = try await RawClient.socket(server.port, origin: Self.origin)
                try await client.call("a", Identify.name)
                #expect(try await client.refusal() == .unauthorizedOrigin)
                try await client.call("b", RPCMethodName.ping)
                #expect(try await client.refusal() == .unauthorizedOrigin)
                try await client.send(Self.message("c", Identify.name, page: "p", of: Self.shop))
                #expect(try await client.refusal() == .unauthorizedOrigin)
                _ = await pairings.makeCode()
                try await client.call("d", RPCMethodName.pair, #"{"code":"22222222"}"#)
                #expect(try await client.refusal()?.code == .unauthorizedOrigin)
                try await client.send(Self.message("e", Identify.name, page: "p", of: Self.shop))
                #expect(try await client.refusal() == .unauthorizedOrigin)
            }
        }

        @Test("a token: pairs another socket of its extension, and none of another one")
        func token() async throws {
            try await withPairings { server, pairings async throws in
                let (_, token) = try await pairedSocket(server, pairings)
                let same = try await RawClient.socket(server.port, origin: Self.origin)
                #expect(try await resume(token, on: same))
                try await same.send(Self.message("a", Identify.name, page: "p", of: Self.shop))
                #expect(try await answer(same).result?.origin == Self.shop)
                let other = try await RawClient.socket(server.port, origin: Self.otherOrigin)
                #expect(try await !resume(token, on: other))
                try await other.send(Self.message("a", Identify.name, page: "p", of: Self.shop))
                #expect(try await other.refusal() == .unauthorizedOrigin)
            }
        }

        @Test("a page: has no methods of extensions, and its sender means nothing")
        func page() async throws {
            try await withPairings { server, pairings async throws in
                let (_, token) = try await pairedSocket(server, pairings)
                let client = try await RawClient.socket(server.port, origin: "https://evil.example")
                for method in [RPCMethodName.pair, RPCMethodName.resumePairing, RPCMethodName.ping] {
                    try await client.call("a", method, #"{"token":"\#(token)"}"#)
                    #expect(try await client.refusal()?.code == .unknownMethod)
                }
                try await client.send(Self.message("b", Identify.name, page: "p", of: Self.shop))
                let answer = try await answer(client)
                #expect(answer.result?.origin == "https://evil.example")
                #expect(answer.page == nil)
            }
        }

        @Test("a revoked pairing: closes its sockets with 1008")
        func revoked() async throws {
            try await withPairings { server, pairings async throws in
                let (client, token) = try await pairedSocket(server, pairings)
                for pairing in try await pairings.list() { try await pairings.revoke(pairing.id) }
                #expect(try await client.closeCode() == 1008)
                let again = try await RawClient.socket(server.port, origin: Self.origin)
                #expect(try await !resume(token, on: again))
            }
        }

        @Test(
            "a pairing that another process revokes: closes its sockets with their next request",
            arguments: [true, false]
        )
        func revokedElsewhere(byPage: Bool) async throws {
            let store = TransientPairingStore()
            try await withPairings(store: store) { server, pairings async throws in
                let (client, token) = try await pairedSocket(server, pairings)
                _ = store.update { $0 = [] }
                if byPage {
                    try await client.send(Self.message("a", Identify.name, page: "p", of: Self.shop))
                } else {
                    try await client.call("a", RPCMethodName.ping)
                }
                // The answer is not sent if the socket closes before it.
                var frame = try await client.frame()
                if frame.opcode == Frame.text {
                    let error = try JSONDecoder().decode(Answer.self, from: Data(frame.data)).error
                    #expect(error?.code == RPCError.unauthorizedOrigin.code.rawValue)
                    frame = try await client.frame()
                }
                #expect(frame.closeCode == 1008)
                let again = try await RawClient.socket(server.port, origin: Self.origin)
                #expect(try await !resume(token, on: again))
            }
        }

        @Test("a ping of a paired socket: is answered")
        func ping() async throws {
            try await withPairings { server, pairings async throws in
                let (client, _) = try await pairedSocket(server, pairings)
                try await client.call("a", RPCMethodName.ping)
                #expect(try await client.refusal() == nil)
                try await client.call("b", Identify.name)
                #expect(try await client.refusal()?.code == .unknownMethod)
            }
        }

        // MARK: - Pages

        @Test("two pages: are two connections, each with its origin and its answers")
        func pages() async throws {
            try await withPairings { server, pairings async throws in
                let (client, _) = try await pairedSocket(server, pairings)
                try await client.send(Self.message("a", Identify.name, page: "one", of: Self.shop))
                try await client.send(Self.message("a", Identify.name, page: "two", of: Self.bank))
                try await client.send(Self.message("b", Identify.name, page: "one", of: Self.shop))
                var connections: [String: Set<UUID>] = [:]
                for _ in 0..<3 {
                    let answer = try await answer(client)
                    let page = try #require(answer.page)
                    #expect(answer.result?.origin == (page == "one" ? Self.shop : Self.bank))
                    connections[page, default: []].insert(try #require(answer.result?.connection))
                }
                #expect(connections["one"]?.count == 1)
                #expect(connections["two"]?.count == 1)
                #expect(connections["one"] != connections["two"])
            }
        }

        @Test(
            "a sender that is no page: is refused",
            arguments: [
                "null", "file://", "http://shop.example", "https://Shop.example", "",
                "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
            ]
        )
        func refusedSender(origin: String) async throws {
            try await withPairings { server, pairings async throws in
                let (client, _) = try await pairedSocket(server, pairings)
                try await client.send(Self.message("a", Identify.name, page: "p", of: origin))
                #expect(try await client.refusal()?.code == .invalidRequest)
            }
        }

        @Test("a paired socket: stays open for its other pages, however many messages of one page are refused")
        func refusedMessages() async throws {
            var limits = WalletServerLimits()
            limits.refusedMessages = 2
            try await withPairings(limits: limits) { server, pairings async throws in
                let (client, _) = try await pairedSocket(server, pairings)
                for _ in 0..<3 {
                    try await client.send(Self.message("a", #"\ud800"#, page: "one", of: Self.shop))
                    #expect(try await client.refusal()?.code == .invalidRequest)
                }
                try await client.send(Self.message("b", Identify.name, page: "two", of: Self.bank))
                #expect(try await answer(client).result?.origin == Self.bank)
            }
        }

        @Test("a socket that is not paired: is closed after as many refused messages as that of a page")
        func refusedUnpaired() async throws {
            var limits = WalletServerLimits()
            limits.refusedMessages = 2
            try await withPairings(limits: limits) { server, _ async throws in
                let client = try await RawClient.socket(server.port, origin: Self.origin)
                for _ in 0..<2 { try await client.send(Frame.bytes(Frame.text, Array("no JSON".utf8))) }
                for _ in 0..<2 { #expect(try await client.refusal()?.code == .parse) }
                #expect(try await client.closeCode() == 1008)
            }
        }

        @Test("a page that changes its origin: is refused")
        func changedOrigin() async throws {
            try await withPairings { server, pairings async throws in
                let (client, _) = try await pairedSocket(server, pairings)
                try await client.send(Self.message("a", Identify.name, page: "p", of: Self.shop))
                _ = try await answer(client)
                try await client.send(Self.message("b", Identify.name, page: "p", of: Self.bank))
                #expect(try await client.refusal()?.code == .invalidRequest)
            }
        }

        @Test("a page that closes: ends its requests, and those of the other page go on")
        func closedPage() async throws {
            let log = EventLog()
            try await withPairings(log: log) { server, pairings async throws in
                let (client, _) = try await pairedSocket(server, pairings)
                try await client.send(Self.message("a", Wait.name, page: "one", of: Self.shop))
                try await client.send(Self.message("b", Wait.name, page: "two", of: Self.bank))
                #expect(await log.next() == "started")
                #expect(await log.next() == "started")
                try await client.send(Self.message("c", RPCMethodName.pageClosed, page: "one", of: Self.shop))
                #expect(try await client.answer().id?.text == "c")
                #expect(await log.next() == "cancelled")
                #expect(await log.next() == "closed")
                let echo = #"{"text":"hello"}"#
                try await client.send(Self.message("d", Echo.name, echo, page: "two", of: Self.bank))
                #expect(try await addressee(client) == "two")
                try await client.close()
                #expect(await log.next() == "cancelled")
                #expect(await log.next() == "closed")
            }
        }

        /// The page that the next message is for.
        private func addressee(_ client: RawClient) async throws -> String {
            struct Addressed: Decodable {
                let page: String
            }
            return try JSONDecoder().decode(Addressed.self, from: Data(try await client.frame().data)).page
        }

        @Test("an event: reaches the page it is for")
        func event() async throws {
            try await withPairings { server, pairings async throws in
                let (client, _) = try await pairedSocket(server, pairings)
                for (page, origin) in [("one", Self.shop), ("two", Self.bank)] {
                    try await client.send(Self.message("a", Identify.name, page: page, of: origin))
                    let connection = try #require(try await answer(client).result?.connection)
                    await server.send(.disconnect, to: connection)
                    #expect(try await addressee(client) == page)
                }
            }
        }

        @Test("rates: are those of the page's origin, and not of the extension")
        func rates() async throws {
            var limits = WalletServerLimits()
            limits.waitingRequests = 1
            let log = EventLog()
            try await withPairings(log: log, limits: limits) { server, pairings async throws in
                let (client, _) = try await pairedSocket(server, pairings)
                try await client.send(Self.message("a", Wait.name, page: "one", of: Self.shop))
                #expect(await log.next() == "started")
                try await client.send(Self.message("b", Identify.name, page: "two", of: Self.shop))
                let refused = try await answer(client)
                #expect(refused.error?.code == -32005)
                #expect(refused.page == "two")
                try await client.send(Self.message("c", Identify.name, page: "three", of: Self.bank))
                #expect(try await answer(client).result?.origin == Self.bank)
            }
        }

        @Test("a page with a session: is counted apart from those of its origin that have none")
        func sessions() async throws {
            var limits = WalletServerLimits()
            limits.waitingRequests = 1
            let log = EventLog()
            try await withPairings(log: log, limits: limits) { server, pairings async throws in
                let (client, _) = try await pairedSocket(server, pairings)
                try await client.send(Self.message("a", RPCMethodName.connect, page: "one", of: Self.shop))
                #expect(try await addressee(client) == "one")
                try await client.send(Self.message("b", Wait.name, page: "two", of: Self.shop))
                #expect(await log.next() == "started")
                try await client.send(Self.message("c", Identify.name, page: "one", of: Self.shop))
                #expect(try await answer(client).result?.origin == Self.shop)
                try await client.send(Self.message("d", Identify.name, page: "three", of: Self.shop))
                #expect(try await answer(client).error?.code == -32005)
                // Without its session it is one of the others.
                try await client.send(Self.message("e", RPCMethodName.disconnect, page: "one", of: Self.shop))
                #expect(try await addressee(client) == "one")
                try await client.send(Self.message("f", Identify.name, page: "one", of: Self.shop))
                #expect(try await answer(client).error?.code == -32005)
            }
        }

        // MARK: - The socket

        /// The first frame of a message of two, and a ping: its answer says that the server has both.
        private static let part =
            Frame.bytes(Frame.text, [UInt8](repeating: 0x20, count: 1_000), first: 0) + Frame.bytes(Frame.ping, [])

        private func begin(_ client: RawClient) async throws {
            try await client.send(Self.part)
            #expect(try await client.frame().opcode == Frame.pong)
        }

        @Test("messages that are not complete: count for the extension, apart if it is paired, and not for its pages")
        func held() async throws {
            var limits = WalletServerLimits()
            limits.heldBytesPerOrigin = 2_500
            try await withPairings(limits: limits) { server, pairings async throws in
                let (first, token) = try await pairedSocket(server, pairings)
                let second = try await RawClient.socket(server.port, origin: Self.origin)
                let third = try await RawClient.socket(server.port, origin: Self.origin)
                for client in [second, third] { #expect(try await resume(token, on: client)) }
                try await begin(first)
                try await begin(second)
                try await third.send(Self.part)
                #expect(try await third.frame().closeCode == 1013)
                let unpaired = try await RawClient.socket(server.port, origin: Self.origin)
                try await begin(unpaired)
                let page = try await RawClient.socket(server.port, origin: Self.shop)
                try await begin(page)
                let message = RawClient.message("a", RPCMethodName.ping)
                try await first.send(Frame.bytes(Frame.continuation, message))
                #expect(try await first.refusal() == nil)
                try await begin(first)
            }
        }

        @Test("a message that is not complete when the socket is paired: is not counted after its end")
        func heldWhilePaired() async throws {
            var limits = WalletServerLimits()
            limits.heldBytesPerOrigin = 2_500
            try await withPairings(limits: limits) { server, pairings async throws in
                let (_, token) = try await pairedSocket(server, pairings)
                let resumption = RawClient.message("a", RPCMethodName.resumePairing, #"{"token":"\#(token)"}"#)
                for _ in 0..<5 {
                    let client = try await RawClient.socket(server.port, origin: Self.origin)
                    try await client.send(Frame.bytes(Frame.text, resumption) + Self.part)
                    var frames = [try await client.frame(), try await client.frame()]
                    frames.removeAll { $0.opcode == Frame.pong }
                    #expect(frames.count == 1)
                    let message = RawClient.message("b", RPCMethodName.ping)
                    try await client.send(Frame.bytes(Frame.continuation, message))
                    #expect(try await client.refusal() == nil)
                }
            }
        }

        @Test("if there is no room for a connection: a socket that is not paired is closed, a paired one is kept")
        func evicted() async throws {
            var limits = WalletServerLimits()
            limits.connections = 2
            limits.timeWithoutSession = .zero
            try await withPairings(limits: limits) { server, pairings async throws in
                let (paired, _) = try await pairedSocket(server, pairings)
                let unpaired = try await RawClient.socket(server.port, origin: Self.origin)
                _ = try await RawClient.socket(server.port, origin: Self.shop)
                #expect(try await unpaired.closeCode() == 1013)
                try await paired.call("a", RPCMethodName.ping)
                #expect(try await paired.refusal() == nil)
            }
        }

        @Test("one page too many: is -32005, and one that closes makes room")
        func mostPages() async throws {
            var limits = WalletServerLimits()
            limits.pagesPerExtension = 1
            try await withPairings(limits: limits) { server, pairings async throws in
                let (client, _) = try await pairedSocket(server, pairings)
                try await client.send(Self.message("a", Identify.name, page: "one", of: Self.shop))
                _ = try await answer(client)
                try await client.send(Self.message("b", Identify.name, page: "two", of: Self.bank))
                #expect(try await answer(client).error?.code == -32005)
                try await client.send(Self.message("c", RPCMethodName.pageClosed, page: "one", of: Self.shop))
                _ = try await client.frame()
                try await client.send(Self.message("d", Identify.name, page: "two", of: Self.bank))
                #expect(try await answer(client).result?.origin == Self.bank)
            }
        }
    }
#endif
