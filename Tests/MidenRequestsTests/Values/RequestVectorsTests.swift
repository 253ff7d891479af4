import Foundation
import MidenRequests
import MidenSwiftClient
import Testing

@Suite("Vectors of requests between apps, through public calls")
struct RequestVectorsTests {
    private func request(_ vectors: RequestVectors) throws -> AppRequest {
        let secret = try RequestSecret(bytes(vectors.secret))
        let key = try RequesterKey(seed: bytes(vectors.seed))
        return try AppRequest(
            id: secret.id,
            issuedAt: Date(timeIntervalSince1970: 1_795_780_800.75),
            expiresAt: Date(timeIntervalSince1970: 1_795_781_400.5),
            content: .sendCoin([
                RequestedPayment(
                    to: AccountAddress(RequestTexts.recipient, on: .testnet).accountId,
                    faucetID: AccountAddress(RequestTexts.faucet, on: .testnet).accountId,
                    baseUnits: 1_500_000,
                    noteType: .private
                )
            ]),
            network: .testnet,
            requester: RequesterIdentity(name: "Shop", key: key.publicKey),
            receiptKey: secret.receiptKey
        )
    }

    @Test("a secret and a requester's seed: have the ids, keys and fingerprint of the vectors")
    func keys() throws {
        let vectors = try RequestVectors.read()
        let secret = try RequestSecret(bytes(vectors.secret))
        #expect(secret.id.text == vectors.id)
        #expect(secret.receiptKey == bytes(vectors.receiptKey))
        #expect(secret.linkKey == bytes(vectors.linkKey))
        #expect(secret.requesterToken == bytes(vectors.requesterToken))
        #expect(secret.walletToken == bytes(vectors.walletToken))
        let key = try RequesterKey(seed: bytes(vectors.seed))
        #expect(key.publicKey == bytes(vectors.publicKey))
        #expect(try RequesterIdentity(name: "Shop", key: key.publicKey).fingerprint == "1325 b850 c287 1916")
    }

    @Test("a request: has the text, signature, digest and reference of the vectors")
    func signedRequest() throws {
        let vectors = try RequestVectors.read()
        let request = try request(vectors)
        #expect(String(decoding: try request.text(), as: UTF8.self) == vectors.requestText)
        let signed = try SignedRequest(request, by: RequesterKey(seed: bytes(vectors.seed)))
        #expect(signed.data == vectors.signedRequest)
        #expect(signed.digest == bytes(vectors.requestDigest))
        #expect(
            signed.reference(ofTransaction: 0)
                == "request/7b1193818f8478fa61e801c9ba35dc1ee38eabdfa1c2c983577667f761474e58"
        )
        #expect(signed.reference(ofTransaction: 1) != signed.reference(ofTransaction: 0))
        #expect(try SignedRequest(vectors.signedRequest) == signed)
    }

    @Test("links: are those of the vectors, and are read as what they were made of")
    func links() throws {
        let vectors = try RequestVectors.read()
        let signed = try SignedRequest(vectors.signedRequest)
        let direct = try RequestLink.direct(signed).text()
        #expect(direct.count == 703)
        let beginning =
            "miden-request:#v1.d.wSazHoqFogzh_adfDsllW7iLNTn48y1xmL0k9ixg6keGzslJ1rfshGbXL8_c6xrr"
        #expect(direct.hasPrefix(beginning))
        #expect(try RequestLink(direct) == .direct(signed))
        let relayed = RequestLink.relayed(linkKey: bytes(vectors.linkKey), relay: "relay.example")
        let key = "nbK1lGUu9wQ-wp8uhOyCgbSMmPPPnrslBu2E4G2IN5Q"
        #expect(try relayed.text() == "miden-request:#v1.r.\(key).relay.example")
        #expect(try relayed.text(base: "https://relay.example/r") == "https://relay.example/r#v1.r.\(key)")
        for link in ["miden-request:#v1.r.\(key).relay.example", "https://relay.example/r#v1.r.\(key)"] {
            #expect(try RequestLink(link) == relayed)
        }
    }

    @Test("a sealed request: is that of the vectors")
    func sealedRequest() throws {
        let vectors = try RequestVectors.read()
        let sealed = try SignedRequest(vectors.signedRequest).sealed(for: RequestSecret(bytes(vectors.secret)))
        #expect(sealed.count == 528)
        #expect(sealed == bytes(vectors.sealedRequest))
        #expect(throws: MidenError.self) {
            _ = try SignedRequest(vectors.signedRequest).sealed(for: RequestSecret())
        }
    }

    @Test("a receipt: has the text of the vectors, and the sealed one of the vectors opens")
    func receipt() async throws {
        let vectors = try RequestVectors.read()
        let signed = try SignedRequest(vectors.signedRequest)
        let secret = try RequestSecret(bytes(vectors.secret))
        let receipt = try RequestReceipt(
            requestID: signed.request.id,
            requestDigest: signed.digest,
            action: .sendCoin,
            network: .testnet,
            number: 1,
            issuedAt: Date(timeIntervalSince1970: 1_795_780_860),
            status: .cancelled,
            error: .declined
        )
        #expect(String(decoding: try receipt.text(), as: UTF8.self) == vectors.receiptText)
        let unsigned = try await SignedReceipt(receipt) { _ in nil }
        #expect(unsigned.data == vectors.signedReceipt)
        let opened = try SignedReceipt.opened(
            bytes(vectors.sealedReceipt),
            secret: secret,
            requestDigest: signed.digest
        )
        #expect(opened == unsigned)
        let sealed = try unsigned.sealed(for: signed)
        #expect(sealed.count == 454)
        #expect(try SignedReceipt.opened(sealed, secret: secret, requestDigest: signed.digest) == unsigned)
        #expect(try SignedReceipt.opened(sealed, secret: RequestSecret(), requestDigest: signed.digest) == nil)
        #expect(try SignedReceipt.opened(sealed.dropLast(), secret: secret, requestDigest: signed.digest) == nil)
    }
}
