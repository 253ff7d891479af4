#if WalletServer
    /// A response, read strictly.
    package struct Response: Sendable {
        /// The status code.
        package let status: Int
        /// By their names in lower case.
        package let headers: [String: String]
        /// The text of the body.
        package let body: String

        init?(_ head: String, body: String) {
            let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
            let words = lines[0].split(separator: " ", maxSplits: 2)
            guard words.count == 3, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
            self.status = status
            self.body = body
            headers = Dictionary(
                lines.dropFirst().map { line in
                    let colon = line.firstIndex(of: ":") ?? line.endIndex
                    let value = line[colon...].dropFirst().drop { $0 == " " }
                    return (line[..<colon].lowercased(), String(value))
                },
                uniquingKeysWith: { "\($0), \($1)" }
            )
        }
    }

    extension RawClient {
        /// What arrived is not a response, or not the expected one.
        package struct NotHTTP: Error {
            /// What arrived.
            package let text: String
        }

        /// Reads a response. That of `HEAD` and of an upgrade has no body.
        package func response(hasBody: Bool = true) async throws -> Response {
            let bytes = try await receive { bytes in
                guard let end = Self.headEnd(bytes) else { return nil }
                guard hasBody else { return end }
                let head = Response(String(decoding: bytes[..<(end - 4)], as: UTF8.self), body: "")
                let length = head?.headers["content-length"].flatMap { Int($0) } ?? 0
                return bytes.count >= end + length ? end + length : nil
            }
            let end = Self.headEnd(bytes) ?? bytes.count
            let head = String(decoding: bytes[..<max(0, end - 4)], as: UTF8.self)
            guard let response = Response(head, body: String(decoding: bytes[end...], as: UTF8.self)) else {
                throw NotHTTP(text: head)
            }
            return response
        }

        private static func headEnd(_ bytes: [UInt8]) -> Int? {
            let mark = Array("\r\n\r\n".utf8)
            return bytes.indices.dropLast(3).first { bytes[$0..<($0 + 4)].elementsEqual(mark) }.map { $0 + 4 }
        }

        /// Sends a request on a connection of its own: the method and the path, and a header `Host`, which is that of the
        /// server if it is empty here.
        package static func request(
            _ line: String,
            port: Int,
            host: String? = "",
            headers: [String] = [],
            body: String = ""
        ) async throws -> Response {
            let client = try await RawClient(port: port)
            let host = host.map { ["Host: " + ($0.isEmpty ? "127.0.0.1:\(port)" : $0)] } ?? []
            let lines = ["\(line) HTTP/1.1"] + host + headers
            try await client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
            return try await client.response(hasBody: !line.hasPrefix("HEAD"))
        }
    }
#endif
