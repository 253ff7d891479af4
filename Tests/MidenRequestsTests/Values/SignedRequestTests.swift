import Foundation
import MidenRequests
import MidenSwiftClient
import Testing

@Suite("Signed requests")
struct SignedRequestTests {
    @Test("a request with a wrong signature: is refused as damaged, and nothing of it is in the error")
    func wrongSignature() throws {
        let vectors = try RequestVectors.read()
        let marked = vectors.requestText.replacingOccurrences(of: "Shop", with: "Marked")
            .replacingOccurrences(of: "\"version\":1}", with: "\"version\":1,\"marked\":\"Marked\"}")
        for text in [marked, marked + "}", "{\"Marked\":1}", "Marked", ""] {
            let error = #expect(throws: MidenError.self) {
                _ = try SignedRequest(bytes(vectors.requestSignature) + Data(text.utf8))
            }
            #expect(error?.kind == .invalidRequestLink)
            #expect(error.map { "\($0)" }?.lowercased().contains("marked") == false)
        }
    }

    @Test("a request of which any byte was changed: is refused")
    func changed() throws {
        let data = try RequestVectors.read().signedRequest
        for index in stride(from: 0, to: data.count, by: 7) {
            var changed = data
            changed[index] ^= 1
            #expect(throws: MidenError.self) { _ = try SignedRequest(changed) }
        }
        #expect(throws: MidenError.self) { _ = try SignedRequest(data.dropLast()) }
        #expect(throws: MidenError.self) { _ = try SignedRequest(data.prefix(64)) }
    }

    @Test("a correctly signed request that is not of the form: is refused by the member's name")
    func signedWrongForm() throws {
        let seed = bytes(try RequestVectors.read().seed)
        let text = RequestTexts.text("connectWallet", #""extra":1"#)
        let signature = try RequestSealing.sign(requestText: text, seed: seed)
        let error = #expect(throws: MidenError.self) { _ = try SignedRequest(signature + text) }
        #expect(error?.kind == .invalidRequest && error?.message.contains("extra") == true)
    }

    @Test("a request: is signed only with the key that it names")
    func otherKey() throws {
        let request = try SignedRequest(RequestVectors.read().signedRequest).request
        let error = #expect(throws: MidenError.self) { _ = try SignedRequest(request, by: RequesterKey()) }
        #expect(error?.kind == .invalidRequest)
    }

    @Test("a slice of data: is read as its bytes")
    func slice() throws {
        let data = try RequestVectors.read().signedRequest
        let signed = try SignedRequest((Data([1, 2, 3]) + data).dropFirst(3))
        #expect(signed.data == data && signed.text == data.dropFirst(64))
    }

    @Test("secrets, links and content: are in no description and no dump")
    func redaction() throws {
        let vectors = try RequestVectors.read()
        let signed = try SignedRequest(vectors.signedRequest)
        let secret = try RequestSecret(bytes(vectors.secret))
        let key = try RequesterKey(seed: bytes(vectors.seed))
        let relayed = RequestLink.relayed(linkKey: secret.linkKey, relay: "relay.example")
        let values: [Any] = [secret, key, signed, RequestLink.direct(signed), relayed]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            dump(Optional(value), to: &dumped)
            for text in [dumped, "\(value)", String(reflecting: value)] {
                for part in ["Shop", "mtst1", "1500000", "relay.example", "34 bytes", "32 bytes", "AppRequest("] {
                    #expect(!text.contains(part))
                }
                for hidden in [vectors.secret, vectors.seed, vectors.linkKey, vectors.walletToken] {
                    #expect(!text.contains(hidden))
                }
            }
            #expect(Mirror(reflecting: value).children.isEmpty)
        }
        #expect("\(signed.request)" == "request \(vectors.id) (sendCoin)")
    }

    private static let allowed = [
        "https://shop.example/paid?order=1", "shop:paid", "com.shop.app://paid/1", "http://localhost:8080/x",
        "http://127.0.0.1", "https://shop.example/" + String(repeating: "a", count: 491),
    ]
    private static let refused = [
        "", "shop", "shop:", "http://shop.example", "file:///etc", "DATA:text/html,x", "javascript:x", "blob:x",
        "about:blank",
        "Miden-Request:#v1", "https://shop.example/#a", "https:shop.example", "https://", "https://a@shop.example",
        "https://1.2.3.4/", "1shop:x", "shop:a b", "shop:\u{E9}",
        "https://shop.example/" + String(repeating: "a", count: 492),
    ]

    @Test("return links that can be opened: are taken", arguments: allowed)
    func returnLink(link: String) throws {
        #expect(try ReturnLinks(success: link).success == link)
    }

    @Test("return links that cannot be opened safely: are refused by the member's name", arguments: refused)
    func refusedReturnLink(link: String) {
        let error = #expect(throws: MidenError.self) { _ = try ReturnLinks(failure: link) }
        #expect(error?.kind == .invalidRequest && error?.message.contains("returnLinks.failure") == true)
    }
}
