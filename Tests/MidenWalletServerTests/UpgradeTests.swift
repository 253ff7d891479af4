#if WalletServer
    import Foundation
    import MidenWalletServer
    import MidenWalletServerTestSupport
    import Testing

    @Suite("The wallet server, who may open a socket", .timeLimit(.minutes(3)))
    struct UpgradeTests {
        private static func open(_ port: Int, origins: [String]) async throws -> Response {
            let client = try await RawClient(port: port)
            let headers = ["Host: 127.0.0.1:\(port)"] + origins.map { "Origin: \($0)" } + RawClient.upgradeHeaders
            try await client.send("GET /rpc HTTP/1.1\r\n" + headers.joined(separator: "\r\n") + "\r\n\r\n")
            return try await client.response(hasBody: false)
        }

        @Test("an upgrade: is answered as RFC 6455 says, without subprotocol and extension")
        func accepted() async throws {
            try await withServer { server async throws in
                let response = try await RawClient.request(
                    "GET /rpc",
                    port: server.port,
                    headers: RawClient.upgradeHeaders + [
                        "Origin: https://shop.example", "Sec-WebSocket-Protocol: wallet",
                        "Sec-WebSocket-Extensions: permessage-deflate",
                    ]
                )
                #expect(response.status == 101)
                #expect(response.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
                #expect(response.headers["upgrade"] == "websocket")
                #expect(response.headers["connection"]?.lowercased() == "upgrade")
                #expect(response.headers["sec-websocket-protocol"] == nil)
                #expect(response.headers["sec-websocket-extensions"] == nil)
            }
        }

        @Test("an origin as browsers write it: is accepted")
        func origins() async throws {
            let accepted = [
                "https://shop.example", "https://shop.example:8443", "https://xn--bcher-kva.example",
                "https://192.0.2.1",
                "https://[2001:db8::1]:8443", "https://localhost", "http://localhost", "http://localhost:5173",
                "http://127.0.0.1:8080", "http://[::1]:8080", "https://shop.example:80",
            ]
            try await withServer { server async throws in
                for origin in accepted {
                    #expect(try await Self.open(server.port, origins: [origin]).status == 101, "\(origin)")
                }
            }
        }

        @Test("another origin: is 403")
        func refusedOrigins() async throws {
            let refused = [
                "null", "", "file://", "file:///page.html", "chrome-extension://abcdefgh", "http://shop.example",
                "http://localhost.shop.example", "http://127.0.0.2", "HTTPS://shop.example", "https://Shop.example",
                "https://shop.example/", "https://shop.example/path", "https://shop.example:443", "http://localhost:80",
                "https://shop.example:08443", "https://shop.example:65536", "https://shop.example:0",
                "https://shop.example:",
                "https://", "https://user@shop.example", "https://shop.example https://other.example",
                "https://shop.example, https://other.example", "https://bücher.example", "https://shop..example",
                "blob:https://shop.example", "*",
            ]
            try await withServer { server async throws in
                for origin in refused {
                    #expect(try await Self.open(server.port, origins: [origin]).status == 403, "\(origin)")
                }
            }
        }

        @Test("no origin, or two: is 403")
        func originCount() async throws {
            let origin = "https://shop.example"
            try await withServer { server async throws in
                #expect(try await Self.open(server.port, origins: []).status == 403)
                #expect(try await Self.open(server.port, origins: [origin, origin]).status == 403)
                #expect(try await Self.open(server.port, origins: [origin, "null"]).status == 403)
            }
        }

        @Test(
            "a request that is no upgrade to version 13: is refused",
            arguments: [
                ("Upgrade", nil, 426), ("Upgrade", "h2c", 426), ("Sec-WebSocket-Version", nil, 426),
                ("Sec-WebSocket-Version", "8", 426), ("Sec-WebSocket-Key", nil, 400),
                ("Sec-WebSocket-Key", "c2hvcnQ=", 400),
                ("Connection", nil, 400), ("Connection", "keep-alive", 400),
            ] as [(String, String?, Int)]
        )
        func noUpgrade(name: String, value: String?, status: Int) async throws {
            try await withServer { server async throws in
                let headers = RawClient.upgradeHeaders.filter { !$0.hasPrefix(name + ":") }
                let response = try await RawClient.request(
                    "GET /rpc",
                    port: server.port,
                    headers: headers + ["Origin: https://shop.example"] + (value.map { ["\(name): \($0)"] } ?? [])
                )
                #expect(response.status == status)
                #expect(status != 426 || response.headers["sec-websocket-version"] == "13")
            }
        }

        @Test(
            "an upgrade with another request in the same bytes: is answered or refused, and the server goes on",
            arguments: [
                ("Connection: Upgrade", "Upgrade: websocket", 101),
                ("Connection: keep-alive, Upgrade", "Upgrade: websocket", 101),
                ("Connection: Upgrade ", "Upgrade: websocket", 101),
                ("Connection: Upgrade,", "Upgrade: websocket,", 101),
                ("Connection: ,,Upgrade", "Upgrade: h2c,websocket", 101),
                ("Connection: close, Upgrade", "Upgrade: websocket", 101),
                ("Connection: x Upgrade, Upgrade", "Upgrade: websocket", 101),
                ("Connection: Upgrade\t", "Upgrade: websocket", 400),
                ("Connection: \tUpgrade\t, close", "Upgrade: websocket", 400),
                ("Connection: Upgrade", "Upgrade: websocket\t", 400),
                ("Connection: Upgrade", "Upgrade: web\u{17F}ocket", 400),
                ("Connection: Upgrade", "Upgrade: websoc\u{212A}et", 400),
            ]
        )
        func pipelined(connection: String, upgrade: String, status: Int) async throws {
            try await withServer { server async throws in
                let host = "Host: 127.0.0.1:\(server.port)"
                let headers = [
                    host, "Origin: https://shop.example", connection, upgrade, "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                ]
                let socket = "GET /rpc HTTP/1.1\r\n" + headers.joined(separator: "\r\n") + "\r\n\r\n"
                let health = "GET /health HTTP/1.1\r\n\(host)\r\n\r\n"
                let after = try await RawClient(port: server.port)
                try await after.send(socket + health)
                #expect(try await after.response(hasBody: status != 101).status == status)
                // "G" is 0x47: a frame with a reserved bit.
                if status == 101 { #expect(try await after.closeCode() == 1002) }
                let before = try await RawClient(port: server.port)
                try await before.send(health + socket)
                #expect(try await before.response().status == 200)
                #expect(try await before.end() == "")
                #expect(try await RawClient.request("GET /health", port: server.port).status == 200)
            }
        }

        @Test(
            "an upgrade whose headers have other line ends, or arrive in single bytes: is answered or refused",
            arguments: [("\r\n", "", true), ("\n", "", false), ("\r\n", "\r\n\n\r\n", false), ("\n", "\n\n", false)]
        )
        func lineEnds(lineEnd: String, before: String, inSingleBytes: Bool) async throws {
            try await withServer { server async throws in
                let client = try await RawClient(port: server.port)
                let headers =
                    ["GET /rpc HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Origin: https://shop.example"]
                    + RawClient.upgradeHeaders
                let bytes =
                    Array((before + headers.joined(separator: lineEnd) + lineEnd + lineEnd).utf8)
                    + Frame.bytes(Frame.ping, [7])
                if inSingleBytes {
                    for byte in bytes { try await client.send([byte]) }
                } else {
                    try await client.send(bytes)
                }
                let status = try await client.response(hasBody: false).status
                #expect([101, 400].contains(status))
                if status == 101 { #expect(try await client.frame() == Frame(opcode: Frame.pong, data: [7])) }
                #expect(try await RawClient.request("GET /health", port: server.port).status == 200)
            }
        }

        @Test(
            "an upgrade with a body: is 400, and what is behind the body is not read",
            arguments: ["Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"]
        )
        func body(text: String) async throws {
            try await withServer { server async throws in
                let client = try await RawClient(port: server.port)
                let host = "Host: 127.0.0.1:\(server.port)"
                let headers = [host, "Origin: https://shop.example"] + RawClient.upgradeHeaders
                let health = "GET /health HTTP/1.1\r\n\(host)\r\n\r\n"
                try await client.send(
                    "GET /rpc HTTP/1.1\r\n" + headers.joined(separator: "\r\n") + "\r\n" + text + health
                )
                #expect(try await client.response().status == 400)
                #expect(try await client.end() == "")
            }
        }

        @Test("sockets of an origin: one too many is 429, another origin has its own, and there is room after a close")
        func perOrigin() async throws {
            try await withServer({
                $0.limits.connectionsPerOrigin = 2
                $0.limits.timeWithoutSession = .seconds(600)
            }) { server async throws in
                let first = try await RawClient.socket(server.port)
                let second = try await RawClient.socket(server.port)
                #expect(try await Self.open(server.port, origins: ["https://shop.example"]).status == 429)
                #expect(try await Self.open(server.port, origins: ["https://shop.example:8443"]).status == 101)
                try await second.close()
                var status = 429
                while status == 429 {
                    status = try await Self.open(server.port, origins: ["https://shop.example"]).status
                }
                #expect(status == 101)
                try await first.call("a", Echo.name, #"{"text":"still there"}"#)
                #expect(try await first.refusal() == nil)
            }
        }
    }
#endif
