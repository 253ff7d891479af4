import Foundation
import MidenTestSupport
import Testing

@testable import MidenSwiftClient

@Suite("Keys, signatures and seals of requests between apps")
struct RequestSealingTests {
    /// The vectors of `docs/requests.md`, which the tests of Rust read as well.
    private struct Vectors: Decodable {
        struct ReceiptSignature: Decodable {
            let publicKey: String
            let signature: String
        }

        let secret, seed, linkKey, requesterToken, receiptKey, id, requestKey, walletToken, publicKey: String
        let requestText, requestSignature, requestDigest, sealedRequest, receiptText, sealedReceipt: String
        let receiptSignatures: [ReceiptSignature]

        static func read() throws -> Vectors {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(Vectors.self, from: PackageFiles.requestVectors())
        }

        /// The request with its signature.
        var signedRequest: Data { bytes(requestSignature) + Data(requestText.utf8) }

        /// The receipt, which is not signed.
        var signedReceipt: Data {
            Data(#"{"receipt":"\#(Data(receiptText.utf8).base64EncodedString())"}"#.utf8)
        }
    }

    @Test("vectors: the keys derive from the secret")
    func keys() throws {
        let vectors = try Vectors.read()
        let keys = try RequestSealing.keys(ofSecret: bytes(vectors.secret))
        #expect(keys.linkKey == bytes(vectors.linkKey))
        #expect(keys.requesterToken == bytes(vectors.requesterToken))
        #expect(keys.receiptKey == bytes(vectors.receiptKey))
        let linkKeys = try RequestSealing.keys(ofLinkKey: keys.linkKey)
        #expect(linkKeys.id == bytes(vectors.id))
        #expect(linkKeys.requestKey == bytes(vectors.requestKey))
        #expect(linkKeys.walletToken == bytes(vectors.walletToken))
    }

    @Test("vectors: the request is signed and verified")
    func signature() throws {
        let vectors = try Vectors.read()
        let text = Data(vectors.requestText.utf8)
        let key = try RequestSealing.publicKey(ofSeed: bytes(vectors.seed))
        #expect(key == bytes(vectors.publicKey))
        let signature = try RequestSealing.sign(requestText: text, seed: bytes(vectors.seed))
        #expect(signature == bytes(vectors.requestSignature))
        #expect(try RequestSealing.isValid(signature, requestText: text, key: key))
        #expect(try !RequestSealing.isValid(signature, requestText: text + [32], key: key))
        #expect(try !RequestSealing.isValid(signature, requestText: text, key: bytes(vectors.seed)))
    }

    @Test("vectors: the request is sealed and opened, with the key of its link alone")
    func sealedRequest() throws {
        let vectors = try Vectors.read()
        let key = bytes(vectors.linkKey)
        let sealed = try RequestSealing.seal(request: vectors.signedRequest, linkKey: key)
        #expect(sealed == bytes(vectors.sealedRequest))
        #expect(try RequestSealing.open(request: sealed, linkKey: key) == vectors.signedRequest)
        #expect(try RequestSealing.open(request: sealed, linkKey: bytes(vectors.secret)) == nil)
        #expect(try RequestSealing.open(request: sealed.dropLast(), linkKey: key) == nil)
        #expect(try RequestSealing.open(request: Data(), linkKey: key) == nil)
    }

    @Test("vectors: the receipt is opened, and sealed with another ephemeral key each time")
    func sealedReceipt() throws {
        let vectors = try Vectors.read()
        let secret = bytes(vectors.secret)
        let digest = bytes(vectors.requestDigest)
        let first = bytes(vectors.sealedReceipt)
        let second = try RequestSealing.seal(
            receipt: vectors.signedReceipt,
            to: bytes(vectors.receiptKey),
            requestDigest: digest
        )
        #expect(first.count == second.count && first.prefix(32) != second.prefix(32))
        for sealed in [first, second] {
            let opened = try RequestSealing.open(receipt: sealed, secret: secret, requestDigest: digest)
            #expect(opened == vectors.signedReceipt)
            #expect(try RequestSealing.open(receipt: sealed, secret: secret, requestDigest: secret) == nil)
            #expect(try RequestSealing.open(receipt: sealed, secret: digest, requestDigest: digest) == nil)
            #expect(try RequestSealing.open(receipt: sealed.dropLast(), secret: secret, requestDigest: digest) == nil)
        }
    }

    @Test("vectors: the account's signatures over the receipt are verified, and are of no web message")
    func receiptSignatures() throws {
        let vectors = try Vectors.read()
        let text = Data(vectors.receiptText.utf8)
        #expect(vectors.receiptSignatures.count == SignatureScheme.allCases.count)
        for vector in vectors.receiptSignatures {
            let (signature, key) = (bytes(vector.signature), bytes(vector.publicKey))
            #expect(try PageSignature.isValid(signature, payload: .receipt(text), commitment: key))
            #expect(try !PageSignature.isValid(signature, payload: .receipt(text + [32]), commitment: key))
            #expect(try !PageSignature.isValid(signature, payload: .webMessage(body: text), commitment: key))
        }
    }

    @Test("keys, seeds, signatures and digests: of another length: are refused", arguments: [0, 31, 33, 65])
    func lengths(count: Int) {
        let (wrong, right) = (Data(count: count), Data(repeating: 7, count: 32))
        for refused in [
            #expect(throws: MidenError.self) { _ = try RequestSealing.keys(ofSecret: wrong) },
            #expect(throws: MidenError.self) { _ = try RequestSealing.keys(ofLinkKey: wrong) },
            #expect(throws: MidenError.self) { _ = try RequestSealing.publicKey(ofSeed: wrong) },
            #expect(throws: MidenError.self) { _ = try RequestSealing.sign(requestText: Data(), seed: wrong) },
            #expect(throws: MidenError.self) {
                _ = try RequestSealing.isValid(wrong, requestText: Data(), key: right)
            },
            #expect(throws: MidenError.self) {
                _ = try RequestSealing.isValid(right + right, requestText: Data(), key: wrong)
            },
            #expect(throws: MidenError.self) { _ = try RequestSealing.seal(request: Data(), linkKey: wrong) },
            #expect(throws: MidenError.self) { _ = try RequestSealing.open(request: Data(), linkKey: wrong) },
            #expect(throws: MidenError.self) {
                _ = try RequestSealing.seal(receipt: Data(), to: wrong, requestDigest: right)
            },
            #expect(throws: MidenError.self) {
                _ = try RequestSealing.seal(receipt: Data(), to: right, requestDigest: wrong)
            },
            #expect(throws: MidenError.self) {
                _ = try RequestSealing.open(receipt: Data(), secret: wrong, requestDigest: right)
            },
            #expect(throws: MidenError.self) {
                _ = try RequestSealing.open(receipt: Data(), secret: right, requestDigest: wrong)
            },
        ] {
            #expect(refused?.code == .invalidParameter)
        }
    }

    @Test("a receipt key of a small order: nothing is sealed to it")
    func smallOrder() {
        let error = #expect(throws: MidenError.self) {
            _ = try RequestSealing.seal(receipt: Data(), to: Data(count: 32), requestDigest: Data(count: 32))
        }
        #expect(error?.code == .invalidParameter && error?.kind == .invalidPublicKey)
    }
}

private func bytes(_ hex: String) -> Data {
    var digits = hex[...]
    var bytes = Data()
    while !digits.isEmpty {
        bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
        digits = digits.dropFirst(2)
    }
    return bytes
}
