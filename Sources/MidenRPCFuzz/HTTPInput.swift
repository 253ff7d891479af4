#if WalletServer
    import Foundation
    import MidenTestSupport
    import MidenWalletServerTestSupport

    /// The bytes of a connection that mostly look like a request.
    struct HTTPInput: FuzzInput {
        private static let methods = [
            "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PRI", "get", "G ET", "",
        ]
        private static let paths = [
            "/health", "/rpc", "/miden-wallet.js", "/health?a=b", "/", "*", "//rpc", "/../rpc", "/%00", "/rpc#a", "",
            "http://127.0.0.1/health",
        ]
        private static let versions = ["HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.1 ", "http/1.1", ""]
        private static let headers = [
            "Connection: close", "Connection: Upgrade", "Upgrade: websocket", "Upgrade: h2c, websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8", "Sec-WebSocket-Key: AAAA", "Origin: null",
            "Origin: file://", "Origin: https://shop.example", "Origin: https://shop.example/", "Host: shop.example",
            "Content-Length: 5", "Content-Length: -1", "Content-Length: 18446744073709551616",
            "Content-Length: 2000000",
            "Transfer-Encoding: chunked", "Transfer-Encoding: identity, chunked", "Expect: 100-continue", "no colon",
            ": no name", " folded: line", "X: \u{0}", "X:\r Y",
        ]
        private static let bodies = [
            "", "hello", "5\r\nhello\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFF\r\n", "0\r\nTrailer: a\r\n\r\n", "-1\r\n\r\n",
            "GET /health HTTP/1.1\r\n\r\n", "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\n\r\n",
        ]
        /// What the server answers.
        private static let statuses: Set<Int> = [101, 200, 400, 403, 404, 405, 408, 413, 421, 426, 429, 431, 503]

        private let pieces: [[UInt8]]
        private let ending: SocketEnding

        var bytes: Data { Data(pieces.joined()) }

        init(_ corpus: Corpus, port: Int, using random: inout SeededGenerator) {
            var bytes =
                random.isOneIn(10)
                ? random.bytes(upTo: 2000) : Array(Self.request(port: port, using: &random).utf8)
            if random.isOneIn(3) { bytes = corpus.mutated(bytes, using: &random) }
            pieces = random.pieces(of: bytes)
            ending = .random(using: &random)
        }

        private static func request(port: Int, using random: inout SeededGenerator) -> String {
            let isUsual = random.isOneIn(2)
            let method = isUsual ? "GET" : random.element(of: methods)
            let version = isUsual ? "HTTP/1.1" : random.element(of: versions)
            var lines = ["\(method) \(random.element(of: paths)) \(version)"]
            if !random.isOneIn(8) { lines.append("Host: 127.0.0.1:\(port)") }
            if random.isOneIn(4) {
                lines += RawClient.upgradeHeaders + ["Origin: \(random.element(of: FuzzTarget.origins))"]
            }
            if random.isOneIn(4) {
                // What readers of HTTP may see in different ways.
                lines = lines.map {
                    random.isOneIn(3) ? $0 + random.element(of: ["\t", " ", ",", "\t,", "\r\n x"]) : $0
                }
            }
            for _ in 0..<random.below(4) { lines.append(random.element(of: headers)) }
            if random.isOneIn(20) {
                lines.append("X-Large: " + String(repeating: "x", count: random.below(40_000)))
            }
            if random.isOneIn(20) {
                lines += (0..<random.below(3000)).map { "X-\($0): y" }
            }
            let end = random.isOneIn(10) ? "\n\n" : "\r\n\r\n"
            return lines.joined(separator: "\r\n") + end + random.element(of: bodies)
        }

        func run(on target: FuzzTarget) async throws {
            let client = try await target.connect()
            await client.send(pieces: pieces)
            guard await ending.end(client, target) else { return }
            let answer = try await client.end()
            // A reset may cut it.
            guard answer.utf8.count >= 12 else { return }
            guard answer.hasPrefix("HTTP/1.1 "), let status = Int(answer.dropFirst(9).prefix(3)),
                Self.statuses.contains(status)
            else { throw Fuzz.Failure(description: "the answer is \(answer.prefix(100))") }
        }
    }
#endif
