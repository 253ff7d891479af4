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

    @Test("with a high s are an error, though the same key has made them")
    func highS() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(scheme: .ecdsaK256Keccak)
            let message = Data("I am Alice".utf8)
            let signed = try await wallet.sign(message: message, accountId: account)
            #expect(try signed.isValid(for: message))
            let bytes = [UInt8](signed.signature)
            let (r, s, recoveryId) = (Array(bytes[..<32]), Array(bytes[32..<64]), bytes[64])
            let high = MessageSignature(
                scheme: signed.scheme,
                publicKey: signed.publicKey,
                signature: Data(r + Self.negated(s) + [recoveryId ^ 1])
            )
            let error = #expect(throws: MidenError.self) { try high.isValid(for: message) }
            #expect(error?.code == .invalidParameter)
            #expect(error?.kind == .signatureWithHighS)
            let verified = await #expect(throws: MidenError.self) {
                try await wallet.verify(high, of: message, by: account)
            }
            #expect(verified?.kind == .signatureWithHighS)
        }
    }

    /// The order of secp256k1 less a number, both with the highest byte first.
    static func negated(_ number: [UInt8]) -> [UInt8] {
        let order: [UInt8] =
            [UInt8](repeating: 0xff, count: 15) + [
                0xfe, 0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
            ]
        var borrow = 0
        var negated: [UInt8] = []
        for (minuend, subtrahend) in zip(order, number).reversed() {
            let difference = Int(minuend) - Int(subtrahend) - borrow
            borrow = difference < 0 ? 1 : 0
            negated.append(UInt8(truncatingIfNeeded: difference))
        }
        return negated.reversed()
    }

    @Test("are of the account whose key the chain has", arguments: SignatureScheme.allCases)
    func ofPublicAccount(scheme: SignatureScheme) async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet(scheme: scheme)
            let other = try await wallet.createWallet(scheme: scheme)
            for account in [account, other] {
                let note = try await wallet.paidNote(to: account, amount: 5)
                _ = try await wallet.consumeNotes(accountId: account, noteIds: [note.noteId])
            }
            let message = Data("I am Alice".utf8)
            let signature = try await wallet.sign(message: message, accountId: account)
            // The wallet has not seen the block of the account's newest state.
            #expect(try await wallet.verify(signature, of: message, by: account))
            #expect(try await wallet.verify(signature, of: message, by: other) == false)
            #expect(try await wallet.verify(signature, of: message + [0], by: account) == false)
            let keys = try await wallet.getKeys()
            let found = try await wallet.getPublicAccount(account)
            #expect(found.signingKey == keys.first { $0.accountIds == [account] }?.commitment)
            for account in [account, other] {
                let commitment = try await wallet.publicKeyCommitment(of: account)
                #expect(try await wallet.publicKeyCommitment(ofPublicAccount: account) == commitment)
            }

            let error = await #expect(throws: MidenError.self) {
                try await wallet.verify(signature, of: message, by: .someone)
            }
            #expect(error?.kind == .accountNotOnChain && error?.code == .lookup)
            let unknown = await #expect(throws: MidenError.self) {
                try await wallet.publicKeyCommitment(ofPublicAccount: .someone)
            }
            #expect(unknown?.kind == .accountNotOnChain)
        }
    }

    @Test("are of a private account for a wallet that has it, and for no other")
    func ofPrivateAccount() async throws {
        let directory = try TemporaryDirectory()
        let alice = try MidenWallet(configuration: .embedded(in: directory))
        var elsewhere = MidenWallet.Configuration.embedded(in: directory)
        elsewhere.network = .embedded(
            MidenWallet.EmbeddedOptions(proofs: .dummy, chainDirectory: directory.path + "/embedded/chain")
        )
        elsewhere.dataDirectory = directory.path + "/bob"
        let bob = try MidenWallet(configuration: elsewhere)
        let account = try await alice.createWallet(visibility: .private)
        let other = try await alice.createWallet(visibility: .private)
        let message = Data("I am Alice".utf8)
        let signature = try await alice.sign(message: message, accountId: account)
        // Before the chain has it, and after.
        #expect(try await alice.verify(signature, of: message, by: account))
        let note = try await alice.paidNote(to: account, amount: 5)
        _ = try await alice.consumeNotes(accountId: account, noteIds: [note.noteId])
        #expect(try await alice.verify(signature, of: message, by: account))
        #expect(try await alice.verify(signature, of: message, by: other) == false)
        let error = try await #require(throws: MidenError.self) {
            _ = try await bob.verify(signature, of: message, by: account)
        }
        #expect(error.kind == .accountPrivate && error.code == .lookup)
        #expect(
            error.message
                == "Account \(account) is private, so the chain does not tell which key is the account's. A wallet that has"
                + " the account can: the owner's own, or one that has imported the owner's account file (.mac)."
        )
        try await bob.shutdown()
        try await alice.shutdown()
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
