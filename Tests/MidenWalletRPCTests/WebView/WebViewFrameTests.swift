import Foundation
import MidenWalletRPC
import Testing

@Suite("What a web view says of a page")
struct WebViewFrameTests {
    private static let origins: [(scheme: String, host: String, port: Int, origin: String?)] = [
        ("https", "shop.example", 0, "https://shop.example"),
        ("https", "shop.example", 443, "https://shop.example"),
        ("https", "shop.example", 8443, "https://shop.example:8443"),
        ("https", "xn--bcher-kva.example", 0, "https://xn--bcher-kva.example"),
        ("http", "localhost", 8600, "http://localhost:8600"),
        ("http", "127.0.0.1", 80, "http://127.0.0.1"),
        ("http", "::1", 8600, "http://[::1]:8600"),
        ("http", "[::1]", 8600, "http://[::1]:8600"),
        ("http", "shop.example", 0, nil),
        ("http", "localhost.shop.example", 0, nil),
        ("file", "", 0, nil),
        ("", "", 0, nil),
        ("about", "", 0, nil),
        ("data", "", 0, nil),
        ("blob", "shop.example", 0, nil),
        ("https", "", 0, nil),
        ("https", "shop.example@evil.example", 0, nil),
        ("https", "shop.example/", 0, nil),
        ("https", "shop.example", 65536, nil),
        ("https", "shop.example", -1, nil),
        ("HTTPS", "shop.example", 0, nil),
    ]

    @Test("the origin: is that of the security origin, if pages of it may ask", arguments: origins)
    func origin(scheme: String, host: String, port: Int, origin: String?) {
        #expect(WebViewFrame(isMainFrame: true, scheme: scheme, host: host, port: port).origin == origin)
    }

    @Test("bodies that the user script does not post: are no messages")
    func bodies() {
        let id = UUID()
        let bodies: [Any] = [
            "open", 1, NSNull(), ["open"], ["kind": 1], ["kind": "other", "connection": id.uuidString],
            ["kind": "nextEvent"], ["kind": "nextEvent", "connection": "1"],
            ["kind": "request", "connection": id.uuidString],
            ["kind": "request", "connection": id.uuidString, "text": 1], ["kind": "request", "text": "{}"],
        ]
        for body in bodies { #expect(WebViewMessage(body: body) == nil, "\(body)") }
        #expect(WebViewMessage(body: ["kind": "open"]) == .open)
        #expect(
            WebViewMessage(body: ["kind": "nextEvent", "connection": id.uuidString]) == .nextEvent(connection: id)
        )
        #expect(
            WebViewMessage(body: ["kind": "request", "connection": id.uuidString, "text": "{}"])
                == .request("{}", connection: id)
        )
    }
}
