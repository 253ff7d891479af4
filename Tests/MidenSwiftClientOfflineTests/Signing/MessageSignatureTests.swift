import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("Signatures of messages", .timeLimit(.minutes(5)))
struct MessageSignatureTests {
    @Test("hold for their message and for no other", arguments: SignatureScheme.allCases)
    func valid(scheme: SignatureScheme) async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(scheme: scheme)
            let other = try await wallet.createWallet(scheme: scheme)
            for message in [Data(), Data("I am Alice".utf8), Data(repeating: 7, count: 100_000)] {
                let signature = try await wallet.sign(message: message, accountId: account)
                #expect(signature.scheme == scheme)
                #expect(try signature.isValid(for: message))
                #expect(try signature.isValid(for: message + [0]) == false)
                let stranger = try await wallet.sign(message: message, accountId: other)
                #expect(stranger.publicKey != signature.publicKey)
                let swapped = MessageSignature(
                    scheme: scheme,
                    publicKey: stranger.publicKey,
                    signature: signature.signature
                )
                #expect(try swapped.isValid(for: message) == false)
            }
            let blocking = try await onOwnThread { try wallet.sign(message: Data([1]), accountId: account) }
            #expect(try blocking.isValid(for: Data([1])))
        }
    }

    @Test("that were changed do not hold, and a public key that is none is an error")
    func changed() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let message = Data("I am Alice".utf8)
            let signed = try await wallet.sign(message: message, accountId: account)
            for wrong in [Data(), signed.signature.dropLast(2), Data(signed.signature.map { $0 ^ 1 })] {
                let changed = MessageSignature(scheme: signed.scheme, publicKey: signed.publicKey, signature: wrong)
                #expect(try changed.isValid(for: message) == false)
            }
            let keyless = MessageSignature(scheme: signed.scheme, publicKey: Data([1]), signature: signed.signature)
            let error = #expect(throws: MidenError.self) { try keyless.isValid(for: message) }
            #expect(error?.code == .invalidParameter)
            #expect(error?.kind == .invalidPublicKey)
            let unknown = await #expect(throws: MidenError.self) {
                try await wallet.sign(message: message, accountId: .someone)
            }
            #expect(unknown?.code == .lookup)
        }
    }

    @Test("come through JSON as they were")
    func json() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let signature = try await wallet.sign(message: Data([1, 2, 3]), accountId: account)
            let json = try JSONEncoder().encode(signature)
            let read = try JSONDecoder().decode(MessageSignature.self, from: json)
            #expect(read == signature)
            #expect(try read.isValid(for: Data([1, 2, 3])))
        }
    }
}
