#if WalletServer
    import Foundation
    import NIOCore
    import NIOHTTP1

    /// What becomes of a request, by its headers.
    struct RequestRules: Sendable {
        enum Action {
            case answer(HTTPAnswer)
            case webSocket(origin: String)
        }

        private let hostNames: Set<String>
        /// What is answered to `GET`, by the path.
        private let files: [String: HTTPAnswer]

        init(_ configuration: WalletServerConfiguration) {
            hostNames = Set(configuration.hostNames.map { $0.lowercased() })
            var files: [String: HTTPAnswer] = [:]
            for (name, bytes) in configuration.modules { files["/\(name)"] = Self.module(bytes) }
            files["/health"] = Self.health
            self.files = files
        }

        private static let health = HTTPAnswer(
            .ok,
            type: "application/json",
            headers: [("Cache-Control", "no-store")],
            body: ByteBuffer(string: #"{"status": "ok", "version": 1}"#)
        )

        private static func module(_ bytes: Data) -> HTTPAnswer {
            HTTPAnswer(
                .ok,
                type: "text/javascript; charset=utf-8",
                headers: [
                    ("Cache-Control", "no-cache"), ("Access-Control-Allow-Origin", "*"),
                    ("Cross-Origin-Resource-Policy", "cross-origin"),
                ],
                body: ByteBuffer(bytes: bytes)
            )
        }

        /// Whether the request is meant for this server, which has this port. A page whose name was made to mean this
        /// machine (DNS rebinding) sends that name.
        func allowsHost(_ head: HTTPRequestHead, port: Int?) -> Bool {
            let hosts = head.headers["Host"]
            guard hosts.count == 1, let host = hosts.first?.lowercased() else { return false }
            if hostNames.contains(host) { return true }
            guard let port else { return false }
            return PageOrigin.loopbackHosts.contains { host == "\($0):\(port)" || (port == 80 && host == $0) }
        }

        /// What a request of an allowed host gets.
        func action(for head: HTTPRequestHead) -> Action {
            let path = String(head.uri.prefix { $0 != "?" })
            if path == "/rpc" {
                return head.method == .GET ? webSocket(head) : .answer(Self.notAllowed("GET"))
            }
            guard let file = files[path] else { return .answer(HTTPAnswer(.notFound)) }
            let isRead = head.method == .GET || head.method == .HEAD
            return .answer(isRead ? file : Self.notAllowed("GET, HEAD"))
        }

        private func webSocket(_ head: HTTPRequestHead) -> Action {
            let origins = head.headers["Origin"]
            guard origins.count == 1, let origin = origins.first, PageOrigin.isAllowed(origin) else {
                return .answer(HTTPAnswer(.forbidden))
            }
            guard let protocols = Self.words(of: "Upgrade", in: head),
                let options = Self.words(of: "Connection", in: head)
            else { return .answer(HTTPAnswer(.badRequest)) }
            guard protocols.contains("websocket"), head.headers["Sec-WebSocket-Version"] == ["13"]
            else {
                return .answer(
                    HTTPAnswer(.upgradeRequired, headers: [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")])
                )
            }
            let keys = head.headers["Sec-WebSocket-Key"]
            guard head.version == .http1_1, options.contains("upgrade"), keys.count == 1,
                keys.first.flatMap({ Data(base64Encoded: $0) })?.count == 16
            else { return .answer(HTTPAnswer(.badRequest)) }
            return .webSocket(origin: origin)
        }

        /// The words of a header that is a list, in lower case. Nil if it has another byte than those of ASCII that are
        /// visible, and spaces: readers of HTTP do not agree about tabs and letters that are not ASCII.
        private static func words(of name: String, in head: HTTPRequestHead) -> [String]? {
            guard head.headers[name].allSatisfy({ $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } }) else {
                return nil
            }
            return head.headers[canonicalForm: name].map { $0.lowercased() }
        }

        private static func notAllowed(_ allowed: String) -> HTTPAnswer {
            HTTPAnswer(.methodNotAllowed, headers: [("Allow", allowed)])
        }
    }
#endif
