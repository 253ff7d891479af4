import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("An app that signs", .timeLimit(.minutes(5)))
struct SignerTests {
    @Test("A whole journey, in which the wallet never has the key", arguments: SignatureScheme.allCases)
    func journey(scheme: SignatureScheme) async throws {
        let directory = try TemporaryDirectory()
        let key = try TestKey(scheme, in: directory)
        let (requests, seen) = AsyncStream.makeStream(of: SigningRequest.self)
        let signer = ScriptedSigner { request in
            seen.yield(request)
            return try await key.signature(of: request.message)
        }
        let wallet = try MidenWallet(configuration: .signing(in: directory, fee: 500, signer))
        let publicKey = try await key.publicKey()
        let account = try await wallet.createWallet(publicKey: publicKey, scheme: scheme, visibility: .private)
        let friend = AccountID.someone
        let paid = try await wallet.paidNote(to: account, amount: 1_000_000)
        _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
        try await wallet.sync()
        let sent = try await wallet.send(from: account, to: friend, faucetId: paid.faucetId, amount: 400)
        try await wallet.shutdown()
        seen.finish()

        let asked = await requests.reduce(into: [SigningRequest]()) { $0.append($1) }
        try #require(asked.count == 2)
        for request in asked {
            #expect(request.accountId == account)
            #expect(request.scheme == scheme)
            #expect(request.publicKey == publicKey)
            #expect(request.message.count == 32)
            #expect(request.digest?.count == (scheme == .ecdsaK256Keccak ? 32 : nil))
            #expect(request.transaction?.accountId == account)
            #expect(request.transaction?.fee?.faucetId == paid.faucetId)
            #expect(try #require(request.transaction?.fee?.amount) > 0)
        }
        let consuming = try #require(asked[0].transaction)
        #expect(consuming.consumedNotes == [paid.noteId])
        #expect(consuming.createdNotes.isEmpty)
        #expect(consuming.assetsIn.fungible.map(\.amount) == [1_000_000])
        #expect(consuming.assetsOut.fungible.isEmpty)
        let sending = try #require(asked[1].transaction)
        #expect(sending.consumedNotes.isEmpty)
        #expect(sending.createdNotes.map(\.id) == [sent.noteId])
        #expect(sending.createdNotes.map(\.recipientId) == [friend])
        #expect(sending.createdNotes.first?.fungibleAssets.map(\.amount) == [400])
        #expect(sending.assetsOut.fungible.map(\.amount) == [400])
        #expect(sending.assetsOut.fungible.map(\.faucetId) == [paid.faucetId])
    }

    /// The forms in which devices give an ECDSA signature.
    enum Form: CaseIterable {
        case withoutRecoveryId, otherRecoveryId, der

        func form(_ signature: Data) -> Data {
            switch self {
            case .withoutRecoveryId: signature.prefix(64)
            case .otherRecoveryId: signature.prefix(64) + [(signature.last ?? 0) + 27]
            case .der:
                [signature.prefix(32), signature.dropFirst(32).prefix(32)].map(Self.integer)
                    .reduce(into: Data([0x30, 0])) { sequence, integer in
                        sequence += integer
                        sequence[1] += UInt8(integer.count)
                    }
            }
        }

        private static func integer(_ bytes: Data) -> Data {
            let digits = Data(bytes.drop { $0 == 0 })
            let positive = digits.first.map { $0 >= 0x80 } == true ? Data([0]) + digits : digits
            return Data([2, UInt8(positive.count)]) + positive
        }
    }

    @Test("An ECDSA signature may come in the forms devices give it, and the call may block", arguments: Form.allCases)
    func forms(form: Form) async throws {
        try await withSigningWallet({ key in
            ScriptedSigner { request in form.form(try await key.signature(of: request.message)) }
        }) { made in
            _ = try await onOwnThread {
                try made.wallet.consumeNotes(accountId: made.account, noteIds: [made.note])
            }
        }
    }

    private struct Declined: LocalizedError {
        let errorDescription: String? = "The device was not confirmed."
    }

    @Test("What a signer throws is the transaction's error, nothing has come of it, and the next one succeeds")
    func throwing() async throws {
        let declines = Shared<[any Error]>([Declined(), CancellationError()])
        try await withSigningWallet({ key in
            ScriptedSigner { request in
                if let error = await declines.update({ $0.popLast() }) {
                    throw error
                }
                return try await key.signature(of: request.message)
            }
        }) { made in
            let before = try await WalletSnapshot(of: made.wallet)
            for expected in ["The signer was cancelled.", "The device was not confirmed."] {
                let error = await #expect(throws: MidenError.self) { try await made.consume() }
                #expect(error?.code == .accountOperation)
                #expect(error?.kind == .signerFailed)
                #expect(error?.causes.contains { $0.contains(expected) } == true, "\(error as Any)")
                #expect(error?.transactionId == nil)
                #expect(try await WalletSnapshot(of: made.wallet) == before)
            }
            try await made.consume()
        }
    }

    @Test("A signature that is none of the key's is refused", arguments: [0, 1, 64, 65, 700])
    func wrongSignature(length: Int) async throws {
        let isHonest = Shared(false)
        try await withSigningWallet({ key in
            ScriptedSigner { request in
                guard await isHonest.value else {
                    return Data(repeating: 7, count: length)
                }
                return try await key.signature(of: request.message)
            }
        }) { made in
            let error = await #expect(throws: MidenError.self) { try await made.consume() }
            #expect(error?.code == .accountOperation)
            #expect(error?.kind == .invalidSignature)
            await isHonest.update { $0 = true }
            try await made.consume()
        }
    }

    @Test("A wallet whose keys come from a signer makes none, and one that has keys takes none from elsewhere")
    func creating() async throws {
        let directory = try TemporaryDirectory()
        let key = try TestKey(in: directory)
        let publicKey = try await key.publicKey()
        try await withEmbeddedWallet { wallet in
            let error = await #expect(throws: MidenError.self) { try await wallet.createWallet(publicKey: publicKey) }
            #expect(error?.message.hasSuffix(".") == true)
            _ = try await wallet.createWallet()
        }
        try await withSigningWallet({ _ in ScriptedSigner { _ in Data() } }) { made in
            let wallet = made.wallet
            for call in [
                { _ = try await wallet.createWallet() },
                { _ = try await wallet.createWallet(seed: PlaintextKeystore.seed) },
            ] {
                let error = await #expect(throws: MidenError.self) { try await call() }
                #expect(error?.message.hasSuffix(".") == true)
            }
            let wrong = await #expect(throws: MidenError.self) {
                try await wallet.createWallet(publicKey: Data([1, 2, 3]))
            }
            #expect(wrong?.kind == .invalidPublicKey)
            let account = try await wallet.createWallet(publicKey: publicKey, visibility: .private)
            #expect(try await wallet.getAccounts().map(\.id).contains(account))
        }
    }

    @Test("The app's messages are signed by the signer too, who is told that it is no transaction")
    func message() async throws {
        let message = Data("I am Alice".utf8)
        let asked = Shared<[SigningRequest]>([])
        try await withSigningWallet({ key in
            ScriptedSigner { request in
                await asked.update { $0.append(request) }
                return try await key.signature(of: request.message)
            }
        }) { made in
            let signature = try await made.wallet.sign(message: message, accountId: made.account)
            #expect(signature.publicKey == made.publicKey)
            #expect(try signature.isValid(for: message))
        }
        #expect(await asked.value.map(\.transaction) == [nil])
        #expect(await asked.value.map(\.message.count) == [32])
    }
}
