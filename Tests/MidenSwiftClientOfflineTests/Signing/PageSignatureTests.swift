import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("Signatures for web pages", .timeLimit(.minutes(5)))
struct PageSignatureTests {
    /// A signature of `js/examples/signatures.json`, which the tests of Rust read as well.
    struct Example: Decodable, Sendable {
        let name: String
        let kind: String
        let payload: Data
        let publicKey: Data
        let signature: Data

        var scheme: SignatureScheme { signature.first == 1 ? .ecdsaK256Keccak : .falcon512Poseidon2 }
        var signingPayload: SigningPayload { kind == "word" ? .word(payload) : .signingInputs(payload) }

        static func all() throws -> [Example] {
            struct File: Decodable { let signatures: [Example] }
            return try JSONDecoder().decode(File.self, from: PackageFiles.signatureExamples()).signatures
        }

        func isValid(_ signature: Data, commitment: Data? = nil) throws -> Bool {
            try PageSignature.isValid(signature, payload: signingPayload, commitment: commitment ?? publicKey)
        }
    }

    private static let payloads: [SigningPayload] = [
        .word(Data(repeating: 7, count: 32)),
        .signingInputs(Data([1, 3, 9, 0, 0, 0, 0, 0, 0, 0])),
        .webMessage(body: Data(repeating: 7, count: 32)),
        .receipt(Data(repeating: 7, count: 32)),
        .webMessage(body: Data("https://shop.example\ntestnet\n0x5401ef36815e47d14b651e8e968153\nHello".utf8)),
    ]

    @Test("vectors: are verified, also with bytes after the signature")
    func vectors() throws {
        for example in try Example.all() {
            #expect(try example.isValid(example.signature), "\(example.name)")
            #expect(try example.isValid(example.signature + [0]), "\(example.name)")
            #expect(try !example.isValid(example.signature.dropLast()), "\(example.name)")
            #expect(try !example.isValid(Data()), "\(example.name)")
            let read = SigningPayload(pagePayload: example.payload)
            #expect(read == example.signingPayload, "\(example.name)")
        }
    }

    @Test("vectors: of another key, word or scheme: do not hold")
    func otherVectors() throws {
        let examples = try Example.all()
        for example in examples {
            for other in examples {
                let isSameKey = example.publicKey == other.publicKey
                #expect(try example.isValid(example.signature, commitment: other.publicKey) == isSameKey)
                #expect(try example.isValid(other.signature) == (example.signature == other.signature))
            }
            let otherTag: UInt8 = example.signature.first == 1 ? 2 : 1
            #expect(try !example.isValid(Data([otherTag]) + example.signature.dropFirst()), "\(example.name)")
        }
    }

    @Test("vectors: with a high s: do not hold")
    func highS() throws {
        let example = try #require(try Example.all().first)
        let bytes = [UInt8](example.signature)
        let negated = MessageSignatureTests.negated(Array(bytes[33..<65]))
        for recoveryId: UInt8 in 0...3 {
            #expect(try !example.isValid(Data(bytes[..<33] + negated + [recoveryId])))
        }
    }

    @Test("vectors: that a signer signs: become the same bytes")
    func signedBySigner() async throws {
        for example in try Example.all() {
            let directory = try TemporaryDirectory()
            let (requests, seen) = AsyncStream.makeStream(of: SigningRequest.self)
            let signer = ScriptedSigner { request in
                seen.yield(request)
                return Data(example.signature.dropFirst())
            }
            let wallet = try MidenWallet(configuration: .signing(in: directory, signer))
            let account = try await wallet.createWallet(publicKey: example.key(), scheme: example.scheme)
            #expect(try await wallet.publicKeyCommitment(of: account) == example.publicKey, "\(example.name)")
            let signature = try await wallet.sign(example.signingPayload, accountId: account)
            #expect(signature == example.signature, "\(example.name)")
            try await wallet.shutdown()
            seen.finish()
            let kind: SigningRequest.Kind = example.kind == "word" ? .word : .signingInputs
            let kinds = await requests.reduce(into: [SigningRequest.Kind]()) { $0.append($1.kind) }
            #expect(kinds == [kind], "\(example.name)")
            withExtendedLifetime(directory) {}
        }
    }

    @Test("of a wallet: hold for their kind, bytes and key alone", arguments: SignatureScheme.allCases)
    func ofWallet(scheme: SignatureScheme) async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(scheme: scheme)
            let other = try await wallet.createWallet(scheme: scheme)
            let commitment = try await wallet.publicKeyCommitment(of: account)
            let otherCommitment = try await wallet.publicKeyCommitment(of: other)
            #expect(commitment.count == 32 && commitment != otherCommitment)
            for payload in Self.payloads {
                let signature = try await wallet.sign(payload, accountId: account)
                #expect(signature.count == (scheme == .ecdsaK256Keccak ? 66 : 1525))
                for candidate in Self.payloads {
                    let isValid = try PageSignature.isValid(signature, payload: candidate, commitment: commitment)
                    #expect(isValid == (candidate == payload), "\(payload) as \(candidate)")
                }
                #expect(try !PageSignature.isValid(signature, payload: payload, commitment: otherCommitment))
            }
        }
    }

    @Test("of a message: are not one of a web message, nor the other way round", arguments: SignatureScheme.allCases)
    func messages(scheme: SignatureScheme) async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(scheme: scheme)
            let commitment = try await wallet.publicKeyCommitment(of: account)
            let text = Data("I am Alice".utf8)
            let message = try await wallet.sign(message: text, accountId: account)
            let web = try await wallet.sign(.webMessage(body: text), accountId: account)
            let tagged = web.prefix(1) + message.signature
            #expect(try !PageSignature.isValid(tagged, payload: .webMessage(body: text), commitment: commitment))
            let bare = MessageSignature(scheme: scheme, publicKey: message.publicKey, signature: Data(web.dropFirst()))
            #expect(try !bare.isValid(for: text))
        }
    }

    @Test("of a web message: are asked of a signer as one", arguments: SignatureScheme.allCases)
    func webMessageBySigner(scheme: SignatureScheme) async throws {
        let directory = try TemporaryDirectory()
        let key = try TestKey(scheme, in: directory)
        let (requests, seen) = AsyncStream.makeStream(of: SigningRequest.self)
        let signer = ScriptedSigner { request in
            seen.yield(request)
            return try await key.signature(of: request.message)
        }
        let wallet = try MidenWallet(configuration: .signing(in: directory, signer))
        let account = try await wallet.createWallet(publicKey: key.publicKey(), scheme: scheme)
        let payload = SigningPayload.webMessage(body: Data("a body".utf8))
        let signature = try await wallet.sign(payload, accountId: account)
        let commitment = try await wallet.publicKeyCommitment(of: account)
        #expect(try PageSignature.isValid(signature, payload: payload, commitment: commitment))
        try await wallet.shutdown()
        seen.finish()
        let asked = await requests.reduce(into: [SigningRequest]()) { $0.append($1) }
        #expect(asked.map(\.kind) == [.webMessage])
        #expect(asked.map(\.transaction) == [nil])
        withExtendedLifetime(directory) {}
    }

    @Test("of bytes that are not of their kind: are refused before a signer is asked")
    func invalidPayloads() async throws {
        let directory = try TemporaryDirectory()
        let key = try TestKey(in: directory)
        let signer = ScriptedSigner { _ in
            Issue.record("the signer was asked")
            return Data()
        }
        let wallet = try MidenWallet(configuration: .signing(in: directory, signer))
        let account = try await wallet.createWallet(publicKey: key.publicKey())
        let commitment = try await wallet.publicKeyCommitment(of: account)
        let payloads: [SigningPayload] = [
            .word(Data()), .word(Data(count: 31)), .word(Data(count: 33)), .word(Self.word(fourthLimb: Self.order)),
            .signingInputs(Data()), .signingInputs(Data([1, 1, 0])), .signingInputs(Data([3]) + Data(count: 32)),
        ]
        for payload in payloads {
            let error = await #expect(throws: MidenError.self) { try await wallet.sign(payload, accountId: account) }
            #expect(error?.kind == .invalidSigningPayload && error?.code == .invalidParameter, "\(payload)")
            let unverified = #expect(throws: MidenError.self) {
                try PageSignature.isValid(Data(), payload: payload, commitment: commitment)
            }
            #expect(unverified?.kind == .invalidSigningPayload, "\(payload)")
        }
        let noCommitment = #expect(throws: MidenError.self) {
            try PageSignature.isValid(Data(), payload: .webMessage(body: Data()), commitment: Data(count: 31))
        }
        #expect(noCommitment?.kind == .invalidPublicKey && noCommitment?.code == .invalidParameter)
        let unknown = await #expect(throws: MidenError.self) { try await wallet.publicKeyCommitment(of: .someone) }
        #expect(unknown?.kind == .unknownAccount)
        try await wallet.shutdown()
        withExtendedLifetime(directory) {}
    }

    @Test("requests of a signer: of each kind: say whether the signature can authorise a transaction")
    func descriptions() {
        let cannot = "The signature cannot authorise a transaction."
        let may = "The signature may authorise a transaction of the account, or a sign-in to another site."
        let protected = SigningRequest.Kind.allCases.filter { $0.description.contains(cannot) }
        #expect(protected == [.message, .webMessage, .receipt])
        #expect(SigningRequest.Kind.allCases.filter { $0.description.contains(may) } == [.word, .signingInputs])
        let bare = SigningRequest(accountId: .someone, scheme: .ecdsaK256Keccak, publicKey: Data(), message: Data())
        #expect(bare.kind == .message)
    }

    @Test("payloads of a page: that are neither a word nor signing inputs: are nil")
    func pagePayloads() {
        let largest = Self.word(fourthLimb: Self.order - 1)
        #expect(SigningPayload(pagePayload: largest) == .word(largest))
        #expect(SigningPayload(pagePayload: Self.word(fourthLimb: Self.order)) == nil)
        let blind = Data([2]) + largest
        #expect(SigningPayload(pagePayload: blind) == .signingInputs(blind))
        for neither in [Data(), Data([2]) + Self.word(fourthLimb: .max), blind + [0], Data(count: 31)] {
            #expect(SigningPayload(pagePayload: neither) == nil, "\(neither.count)")
        }
    }

    /// The order of the field: what no limb of a word reaches.
    private static let order: UInt64 = 0xffff_ffff_0000_0001

    private static func word(fourthLimb: UInt64) -> Data {
        Data(count: 24) + withUnsafeBytes(of: fourthLimb.littleEndian) { Data($0) }
    }
}

extension PageSignatureTests.Example {
    /// The public key: that of the secret key 0x11, 32 times, or what a Falcon signature ends with.
    fileprivate func key() -> Data {
        guard scheme == .ecdsaK256Keccak else { return signature.suffix(897) }
        return Data([
            0x03, 0x4f, 0x35, 0x5b, 0xdc, 0xb7, 0xcc, 0x0a, 0xf7, 0x28, 0xef, 0x3c, 0xce, 0xb9, 0x61, 0x5d, 0x90, 0x68,
            0x4b, 0xb5, 0xb2, 0xca, 0x5f, 0x85, 0x9a, 0xb0, 0xf0, 0xb7, 0x04, 0x07, 0x58, 0x71, 0xaa,
        ])
    }
}
