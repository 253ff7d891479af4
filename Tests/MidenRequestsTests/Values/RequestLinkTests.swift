import Foundation
import MidenRequests
import MidenSwiftClient
import Testing

@Suite("Links of requests")
struct RequestLinkTests {
    private static let key = "nbK1lGUu9wQ-wp8uhOyCgbSMmPPPnrslBu2E4G2IN5Q"

    private static func refusal(of text: String, allowsLoopback: Bool = false) -> MidenError? {
        #expect(throws: MidenError.self) { _ = try RequestLink(text, allowsLoopback: allowsLoopback) }
    }

    private static let relayedLinks: [(String, String)] = [
        ("miden-request:#v1.r.\(key).relay.example", "relay.example"),
        (" \n\tMIDEN-Request:#v1.r.\(key).relay.example:8443/a/b\r\n", "relay.example:8443/a/b"),
        ("HTTPS://Relay.Example:8443/r#v1.r.\(key)", "relay.example:8443"),
        ("https://relay.example#v1.r.\(key)", "relay.example"),
        ("https://page.example/a%20b/#v1.r.\(key).relay.example", "relay.example"),
    ]

    @Test("a relayed link: is read with its relay, whatever its base is", arguments: relayedLinks)
    func relayed(text: String, relay: String) throws {
        #expect(try RequestLink(text) == .relayed(linkKey: bytes(RequestVectors.read().linkKey), relay: relay))
    }

    private static let loopbackLinks: [(String, String)] = [
        ("miden-request:#v1.r.\(key).http://127.0.0.1:8700", "http://127.0.0.1:8700"),
        ("miden-request:#v1.r.\(key).http://localhost/r", "http://localhost/r"),
        ("miden-request:#v1.r.\(key).http://[::1]:1", "http://[::1]:1"),
        ("http://LOCALHOST:8700/r#v1.r.\(key)", "http://localhost:8700"),
    ]

    @Test("a link by http on this machine: is read only if that is allowed", arguments: loopbackLinks)
    func loopback(text: String, relay: String) throws {
        let link = try RequestLink(text, allowsLoopback: true)
        #expect(link == .relayed(linkKey: bytes(try RequestVectors.read().linkKey), relay: relay))
        #expect(Self.refusal(of: text)?.kind == .invalidRequestLink)
    }

    private static let host253 =
        Array(repeating: String(repeating: "a", count: 49), count: 5).joined(separator: ".") + ".abc"
    private static let wrong: [String] = [
        "", "#", "miden-request:", "miden-request:#", "miden-request:#v1", "miden-request:#v1.r",
        "miden-request:#v1.d.",
        "miden-request:#v1.r.\(key)", "miden-request:#v1.x.\(key).relay.example",
        "miden-request:#V1.r.\(key).relay.example",
        "miden-request:?a#v1.r.\(key).relay.example", "miden-request://a#v1.r.\(key).relay.example",
        "miden-request:#v1.r.\(key).relay.example#", "shop:#v1.r.\(key).relay.example",
        "miden-request:#v1.r.\(key.dropLast()).relay.example", "miden-request:#v1.r.\(key)A.relay.example",
        "miden-request:#v1.r.\(key.dropLast())R.relay.example", "miden-request:#v1.r.\(key)=.relay.example",
        "miden-request:#v1.r.\(key.replacingOccurrences(of: "-", with: "+")).relay.example",
        "http://relay.example/r#v1.r.\(key)", "https://relay.example/r?a=b#v1.r.\(key)", "https://#v1.r.\(key)",
        "https://user@relay.example#v1.r.\(key)", "https://1.2.3.4#v1.r.\(key)", "https://[::1]#v1.r.\(key)",
        "https://relay.example:0#v1.r.\(key)", "https://relay.example:65536#v1.r.\(key)",
        "https://r\u{E9}lay.example#v1.r.\(key)",
        "https://relay.example/\(String(repeating: "a", count: 179))#v1.r.\(key)",
    ]

    @Test("what is not a link: is refused, and the error shows nothing of it", arguments: wrong)
    func refused(text: String) {
        let error = Self.refusal(of: text, allowsLoopback: true)
        #expect(error?.kind == .invalidRequestLink && error?.code == .invalidParameter)
        #expect(error?.message.contains("relay.example") == false && error?.message.contains(Self.key) == false)
    }

    private static let wrongRelays = [
        "", "Relay.example", "relay..example", "-relay.example", "relay-.example", "relay_.example", "relay.example.",
        "1.2.3.4", "127.0.0.1", "[::1]", "0x7f000001", "user@relay.example", "relay.example:", "relay.example:080",
        "relay.example:65536", "relay.example/", "relay.example/a/", "relay.example/a?b", "relay.example/a%2fb",
        "relay.example/../a", "relay.example/a b", "https://relay.example", "http://relay.example",
        "http://127.0.0.2", "http://localhost.example", "http://127.0.0.1:99999", "http://user@localhost",
        "\(String(repeating: "a", count: 64)).example", "\(host253)d", "r\u{E9}lay.example", "relay.example/\u{0301}",
    ]

    @Test("what is not a relay: is refused, whether a link is read or written", arguments: wrongRelays)
    func wrongRelay(relay: String) throws {
        let text = "miden-request:#v1.r.\(Self.key).\(relay)"
        #expect(Self.refusal(of: text, allowsLoopback: true)?.kind == .invalidRequestLink)
        let link = RequestLink.relayed(linkKey: bytes(try RequestVectors.read().linkKey), relay: relay)
        #expect(throws: MidenError.self) { _ = try link.text() }
    }

    @Test("a host: has at most 253 characters")
    func longestHost() throws {
        #expect(Self.host253.count == 253)
        _ = try RequestLink("miden-request:#v1.r.\(Self.key).\(Self.host253)")
    }

    @Test("a link of a newer version: says so")
    func newer() {
        #expect(Self.refusal(of: "miden-request:#v2.d.AAAA")?.kind == .unsupportedRequestVersion)
        #expect(Self.refusal(of: "miden-request:#v01.d.AAAA")?.kind == .invalidRequestLink)
    }

    @Test("a link beyond 8,192 characters: is refused before it is looked at")
    func longestRead() throws {
        let vectors = try RequestVectors.read()
        let link = try RequestLink.direct(SignedRequest(vectors.signedRequest)).text()
        #expect(Self.refusal(of: link + String(repeating: "A", count: 8192 - link.count))?.kind != nil)
        let error = Self.refusal(of: link + String(repeating: "A", count: 8193 - link.count))
        #expect(error?.kind == .invalidRequestLink && error?.message.contains("8192") == true)
    }

    // MARK: - What is written

    /// A request whose signed form has as many bytes.
    private func signed(bytes count: Int) throws -> SignedRequest {
        let key = try RequesterKey(seed: bytes(try RequestVectors.read().seed))
        func made(_ length: Int) throws -> SignedRequest {
            let message = String(repeating: "m", count: length)
            let request = try AppRequest(text: RequestTexts.text("signMessage", #""message":"\#(message)""#))
            return try SignedRequest(request, by: key)
        }
        return try made(1 + count - made(1).data.count)
    }

    @Test("a direct link: has at most 2,048 characters, and one in a QR code 997")
    func longestWritten() throws {
        // "miden-request:#v1.d." has 20 characters, and three bytes become four.
        let full = RequestLink.direct(try signed(bytes: 1521))
        #expect(try full.text().count == 2048)
        #expect(try RequestLink(full.text()) == full)
        let tooLarge = #expect(throws: MidenError.self) {
            _ = try RequestLink.direct(self.signed(bytes: 1522)).text()
        }
        #expect(tooLarge?.kind == .requestNeedsRelay)
        let fitting = RequestLink.direct(try signed(bytes: 732))
        #expect(try fitting.text().utf8.count == 996)
        #expect(try !fitting.qrCode().svg().isEmpty)
        #expect(try fitting.qrCode(base: "https://a.b").text.count < 997)
        let refused = #expect(throws: MidenError.self) { _ = try RequestLink.direct(self.signed(bytes: 733)).qrCode() }
        #expect(refused?.kind == .requestNeedsRelay)
    }

    @Test("a base: has at most 200 characters, and no query or fragment")
    func base() throws {
        let link = RequestLink.direct(try SignedRequest(RequestVectors.read().signedRequest))
        let longest = "https://shop.example/" + String(repeating: "a", count: 179)
        #expect(try RequestLink(link.text(base: longest)) == link)
        for base in [
            longest + "a", "https://shop.example?a", "https://shop.example#", "shop:", "", "http://shop.example",
        ] {
            let error = #expect(throws: MidenError.self) { _ = try link.text(base: base) }
            #expect(error?.kind == .invalidRequestLink)
        }
    }
}
