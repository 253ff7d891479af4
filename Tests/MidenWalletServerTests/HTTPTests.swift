#if WalletServer
    import Foundation
    import MidenWalletServer
    import MidenWalletServerTestSupport
    import Testing

    @Suite("The wallet server, HTTP", .timeLimit(.minutes(3)))
    struct HTTPTests {
        @Test("health: GET says that the server runs, and ends the connection")
        func health() async throws {
            try await withServer { server async throws in
                let client = try await RawClient(port: server.port)
                try await client.send("GET /health HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
                let response = try await client.response()
                #expect(response.status == 200)
                #expect(response.body == #"{"status": "ok", "version": 1}"#)
                #expect(response.headers["connection"] == "close")
                #expect(response.headers["content-type"] == "application/json")
                #expect(response.headers["access-control-allow-origin"] == nil)
                #expect(try await client.end() == "")
            }
        }

        @Test("a module: GET has the bytes of its file, for any origin", arguments: WalletModules.names)
        func module(name: String) async throws {
            let file = packageRoot.appendingPathComponent("js/src/\(name)")
            let text = try String(contentsOf: file, encoding: .utf8)
            try await withServer { server async throws in
                let response = try await RawClient.request("GET /\(name)?v=2", port: server.port)
                #expect(response.status == 200)
                #expect(response.body == text)
                #expect(response.headers["content-type"] == "text/javascript; charset=utf-8")
                #expect(response.headers["access-control-allow-origin"] == "*")
                #expect(response.headers["cross-origin-resource-policy"] == "cross-origin")
                #expect(response.headers["x-content-type-options"] == "nosniff")
                #expect(response.headers["cache-control"] == "no-cache")
            }
        }

        @Test("a module that the configuration does not have: is 404")
        func unknownModule() async throws {
            try await withServer({ $0.modules["socket.js"] = nil }) { server async throws in
                #expect(try await RawClient.request("GET /socket.js", port: server.port).status == 404)
                #expect(try await RawClient.request("GET /safari.js", port: server.port).status == 404)
            }
        }

        @Test("modules: a file of the configuration does not replace the health page")
        func reservedName() async throws {
            try await withServer({ $0.modules["health"] = Data() }) { server async throws in
                let response = try await RawClient.request("GET /health", port: server.port)
                #expect(response.headers["content-type"] == "application/json")
            }
        }

        @Test("HEAD: has the headers of GET and no body", arguments: ["/health", "/miden-wallet.js"])
        func head(path: String) async throws {
            try await withServer { server async throws in
                let client = try await RawClient(port: server.port)
                try await client.send("HEAD \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
                let response = try await client.response(hasBody: false)
                let full = try await RawClient.request("GET \(path)", port: server.port)
                #expect(response.status == 200)
                #expect(response.headers == full.headers)
                #expect(try await client.end() == "")
            }
        }

        @Test("another path: is 404", arguments: ["/", "/rpc/", "/health/", "/HEALTH", "http://127.0.0.1/health"])
        func unknownPath(path: String) async throws {
            try await withServer { server async throws in
                #expect(try await RawClient.request("GET \(path)", port: server.port).status == 404)
            }
        }

        @Test(
            "another method: is 405 with those that are allowed",
            arguments: [
                ("POST /health", "GET, HEAD"), ("DELETE /miden-wallet.js", "GET, HEAD"), ("HEAD /rpc", "GET"),
                ("POST /rpc", "GET"), ("OPTIONS /rpc", "GET"),
            ]
        )
        func unknownMethod(line: String, allowed: String) async throws {
            try await withServer { server async throws in
                let response = try await RawClient.request(line, port: server.port)
                #expect(response.status == 405)
                #expect(response.headers["allow"] == allowed)
            }
        }

        @Test("what is not HTTP: is 400", arguments: ["nonsense\r\n\r\n", "GET /health HTTP/1.1\r\nno colon\r\n\r\n"])
        func malformed(text: String) async throws {
            try await withServer { server async throws in
                let client = try await RawClient(port: server.port)
                try await client.send(text)
                #expect(try await client.response().status == 400)
                #expect(try await client.end() == "")
            }
        }

        @Test("a second request on a connection: is not answered")
        func pipelined() async throws {
            try await withServer { server async throws in
                let client = try await RawClient(port: server.port)
                let request = "GET /health HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
                try await client.send(request + request)
                #expect(try await client.response().status == 200)
                #expect(try await client.end() == "")
            }
        }
    }

    @Suite("The wallet server, Host", .timeLimit(.minutes(3)))
    struct HostTests {
        @Test(
            "a name of this machine with the port: is accepted",
            arguments: ["localhost", "127.0.0.1", "[::1]", "LocalHost"]
        )
        func accepted(name: String) async throws {
            try await withServer { server async throws in
                let response = try await RawClient.request(
                    "GET /health",
                    port: server.port,
                    host: "\(name):\(server.port)"
                )
                #expect(response.status == 200)
            }
        }

        @Test(
            "another name or port: is 421",
            arguments: [
                "shop.example:PORT", "localhost.shop.example:PORT", "127.0.0.1", "localhost", "127.0.0.1:1", "PORT",
            ]
        )
        func refused(host: String) async throws {
            try await withServer { server async throws in
                let host = host.replacing("PORT", with: String(server.port))
                #expect(try await RawClient.request("GET /health", port: server.port, host: host).status == 421)
            }
        }

        @Test("none, an empty one or two: are 421")
        func count() async throws {
            try await withServer { server async throws in
                let host = "Host: 127.0.0.1:\(server.port)"
                for headers in [[], ["Host:"], [host, host], [host, "host: shop.example"]] {
                    let response = try await RawClient.request(
                        "GET /health",
                        port: server.port,
                        host: nil,
                        headers: headers
                    )
                    #expect(response.status == 421, "\(headers)")
                }
            }
        }

        @Test("a name of the configuration: is accepted as it is there")
        func configured() async throws {
            try await withServer({ $0.hostNames = ["Wallet.example"] }) { server async throws in
                for (host, status) in [
                    ("wallet.example", 200), ("wallet.example:8443", 421), ("a.wallet.example", 421),
                ] {
                    let response = try await RawClient.request("GET /health", port: server.port, host: host)
                    #expect(response.status == status, "\(host)")
                }
            }
        }

        @Test("another name: is refused before path, method, origin and size are looked at")
        func first() async throws {
            try await withServer { server async throws in
                let large = try await RawClient.request(
                    "POST /nothing",
                    port: server.port,
                    host: "shop.example",
                    headers: ["Content-Length: 99999999"]
                )
                #expect(large.status == 421)
                let socket = try await RawClient.request(
                    "GET /rpc",
                    port: server.port,
                    host: "shop.example",
                    headers: RawClient.upgradeHeaders + ["Origin: null"]
                )
                #expect(socket.status == 421)
            }
        }
    }

    @Suite("The wallet server, limits of HTTP", .timeLimit(.minutes(3)))
    struct HTTPLimitsTests {
        @Test("headers: 16384 bytes are accepted, one more is 431")
        func headerSize() async throws {
            try await withServer { server async throws in
                for (size, status) in [(16_384, 200), (16_385, 431), (60_000, 431)] {
                    let client = try await RawClient(port: server.port)
                    let start = "GET /health HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nX-Padding: "
                    let padding = String(repeating: "x", count: size - start.utf8.count - 4)
                    try await client.send(start + padding + "\r\n\r\n")
                    #expect(try await client.response().status == status, "\(size)")
                }
            }
        }

        @Test("headers without an end: are 431 as soon as they are too large")
        func endlessHeaders() async throws {
            try await withServer { server async throws in
                let client = try await RawClient(port: server.port)
                try await client.send("GET /" + String(repeating: "x", count: 20_000))
                #expect(try await client.response().status == 431)
            }
        }

        @Test("headers that take too long: are 408", arguments: ["", "GET /health HTTP/1.1\r\nHost: "])
        func headerTime(text: String) async throws {
            try await withServer({ $0.limits.headerTime = .seconds(2) }) { server async throws in
                let client = try await RawClient(port: server.port)
                if !text.isEmpty { try await client.send(text) }
                #expect(try await client.response().status == 408)
                #expect(try await client.end() == "")
            }
        }

        @Test("a body: 1 MiB is read, more is 413 before it is sent")
        func bodySize() async throws {
            try await withServer { server async throws in
                let read = try await RawClient.request(
                    "POST /health",
                    port: server.port,
                    headers: ["Content-Length: 1048576"],
                    body: String(repeating: "x", count: 1_048_576)
                )
                #expect(read.status == 405)
                let refused = try await RawClient.request(
                    "POST /health",
                    port: server.port,
                    headers: ["Content-Length: 1048577"]
                )
                #expect(refused.status == 413)
            }
        }

        @Test("a body in chunks: is 413 if they have more than 1 MiB")
        func chunkedBody() async throws {
            try await withServer { server async throws in
                let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
                for (count, status) in [(16, 405), (17, 413)] {
                    let response = try await RawClient.request(
                        "POST /health",
                        port: server.port,
                        headers: ["Transfer-Encoding: chunked"],
                        body: String(repeating: chunk, count: count) + "0\r\n\r\n"
                    )
                    #expect(response.status == status, "\(count)")
                }
            }
        }

        @Test("trailers without an end: are 413")
        func trailers() async throws {
            try await withServer { server async throws in
                let trailer = "X-Trailer: " + String(repeating: "x", count: 1_000) + "\r\n"
                let response = try await RawClient.request(
                    "POST /health",
                    port: server.port,
                    headers: ["Transfer-Encoding: chunked"],
                    body: "0\r\n" + String(repeating: trailer, count: 2_200)
                )
                #expect(response.status == 413)
            }
        }

        @Test("trailers: 16384 bytes are read, more are 413 before they end")
        func trailersBehindBody() async throws {
            try await withServer { server async throws in
                let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
                let trailer = "X-Trailer: " + String(repeating: "x", count: 1_000) + "\r\n"
                for (count, end, status) in [(15, "\r\n", 405), (17, "", 413)] {
                    let response = try await RawClient.request(
                        "POST /health",
                        port: server.port,
                        headers: ["Transfer-Encoding: chunked"],
                        body: String(repeating: chunk, count: 15) + "0\r\n" + String(repeating: trailer, count: count)
                            + end
                    )
                    #expect(response.status == status, "\(count)")
                }
            }
        }

        @Test("a body that takes too long: is 408")
        func bodyTime() async throws {
            try await withServer({ $0.limits.bodyTime = .seconds(1) }) { server async throws in
                let response = try await RawClient.request(
                    "POST /health",
                    port: server.port,
                    headers: ["Content-Length: 10"],
                    body: "x"
                )
                #expect(response.status == 408)
            }
        }

        @Test("connections: one too many is 503, and there is room again when one has closed")
        func connections() async throws {
            try await withServer({
                $0.limits.connections = 2
                $0.limits.timeWithoutSession = .seconds(600)
            }) { server async throws in
                let first = try await RawClient(port: server.port)
                let second = try await RawClient.socket(server.port)
                let third = try await RawClient(port: server.port)
                #expect(try await third.response().status == 503)
                try await first.close()
                var status = 503
                while status == 503 {
                    // Without an answer if there are too many that were refused.
                    status = (try? await RawClient.request("GET /health", port: server.port).status) ?? 503
                }
                #expect(status == 200)
                try await second.call("a", Echo.name, #"{"text":"still there"}"#)
                #expect(try await second.refusal() == nil)
            }
        }
    }
#endif
