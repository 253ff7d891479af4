#if WalletServer
    import NIOCore
    import NIOHTTP1

    /// The answer to a request that does not become a socket. It ends the connection.
    struct HTTPAnswer: Sendable {
        let status: HTTPResponseStatus
        let headers: HTTPHeaders
        let body: ByteBuffer

        /// Makes an answer that consists of its status.
        init(_ status: HTTPResponseStatus, headers: [(String, String)] = []) {
            self.init(
                status,
                type: "text/plain; charset=utf-8",
                headers: headers,
                body: ByteBuffer(string: "\(status.code) \(status.reasonPhrase)\n")
            )
        }

        init(_ status: HTTPResponseStatus, type: String, headers: [(String, String)], body: ByteBuffer) {
            self.status = status
            self.body = body
            self.headers = HTTPHeaders(
                [
                    ("Content-Type", type), ("Content-Length", String(body.readableBytes)), ("Connection", "close"),
                    ("X-Content-Type-Options", "nosniff"),
                ] + headers
            )
        }
    }
#endif
