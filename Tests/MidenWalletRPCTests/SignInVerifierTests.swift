import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC
import Testing

@Suite("The verifier of sign-ins", .timeLimit(.minutes(5)))
struct SignInVerifierTests {
    private static let origin = "https://shop.example"
    private static let network = MidenWallet.Network.embedded(MidenWallet.EmbeddedOptions(proofs: .dummy))

    /// A server whose clock a test sets.
    private struct Server {
        let store = InMemorySignInNonceStore()

        func verifier(origin: String = SignInVerifierTests.origin, at time: String) throws -> SignInVerifier {
            let time = try Date(time, strategy: .iso8601)
            return SignInVerifier(origin: origin, network: SignInVerifierTests.network, store: store) { time }
        }
    }

    /// An account of a wallet, which answers a challenge as a wallet does that a page asks.
    private struct User {
        let wallet: MidenWallet
        let account: AccountID
        let commitment: Data

        init(_ wallet: MidenWallet, scheme: SignatureScheme = .ecdsaK256Keccak) async throws {
            self.wallet = wallet
            account = try await wallet.createWallet(scheme: scheme)
            commitment = try await wallet.publicKeyCommitment(of: account)
        }

        func signed(_ challenge: SignInChallenge, origin: String? = nil) async throws -> SignedMessage {
            let address = try AccountAddress(account, on: SignInVerifierTests.network).text
            let origin = origin ?? challenge.origin
            let parameters = SignInParameters(
                address: address,
                origin: origin,
                nonce: challenge.nonce,
                issuedAt: challenge.issuedAt,
                expiresAt: challenge.expiresAt,
                statement: challenge.statement
            )
            let text = parameters.text(address: address, network: .localnet)
            return try await signed(text: text, origin: origin, address: address)
        }

        func signed(text: String, origin: String, address: String) async throws -> SignedMessage {
            let message = WebMessage(origin: origin, network: .localnet, accountId: account, message: text)
            return SignedMessage(
                address: address,
                network: .localnet,
                publicKey: commitment,
                message: text,
                signature: try await wallet.sign(.webMessage(body: message.body), accountId: account)
            )
        }
    }

    private static func withWallet(_ body: (MidenWallet) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let configuration = MidenWallet.Configuration(network: network, dataDirectory: directory.path)
        let wallet = try MidenWallet(configuration: configuration)
        try await body(wallet)
        try await wallet.shutdown()
        withExtendedLifetime(directory) {}
    }

    private static func error(
        _ verifier: SignInVerifier,
        _ signed: SignedMessage,
        nonce: String,
        of user: User,
        commitment: Data? = nil
    ) async throws -> SignInError? {
        do {
            try await verifier.verify(
                signed,
                nonce: nonce,
                accountId: user.account,
                commitment: commitment ?? user.commitment
            )
            return nil
        } catch let error as SignInError {
            return error
        }
    }

    @Test("a sign-in of the account: is accepted once, with both schemes", arguments: SignatureScheme.allCases)
    func once(scheme: SignatureScheme) async throws {
        try await Self.withWallet { wallet in
            let user = try await User(wallet, scheme: scheme)
            let verifier = try Server().verifier(at: "2026-11-25T09:30:00Z")
            for statement in [nil, "Show your orders"] {
                let challenge = try await verifier.issue(statement: statement)
                let signed = try await user.signed(challenge)
                #expect(try await Self.error(verifier, signed, nonce: challenge.nonce, of: user) == nil)
                #expect(try await Self.error(verifier, signed, nonce: challenge.nonce, of: user) == .unknownNonce)
            }
        }
    }

    @Test("a challenge: has the form of the parameters that a wallet accepts")
    func challenge() async throws {
        let verifier = try Server().verifier(at: "2026-11-25T09:30:00Z")
        let challenge = try await verifier.issue(statement: "Show your orders", lifetime: .seconds(60))
        #expect(challenge.origin == Self.origin)
        #expect(challenge.issuedAt == "2026-11-25T09:30:00Z" && challenge.expiresAt == "2026-11-25T09:31:00Z")
        let fields = try JSON(String(decoding: JSONEncoder().encode(challenge), as: UTF8.self))
        var members = try #require(fields.value as? [String: Any])
        members["address"] = "mtst1ap2qrmeks90y052tv50ga95p2v9h48yj"
        let data = try JSONSerialization.data(withJSONObject: members)
        let parameters = try JSONDecoder().decode(SignInParameters.self, from: data)
        try parameters.checkContent(pageOrigin: Self.origin, now: Date("2026-11-25T09:30:30Z", strategy: .iso8601))
        #expect(parameters.nonce == challenge.nonce)
        let other = try await verifier.issue()
        #expect(other.nonce != challenge.nonce && other.statement == nil)
    }

    @Test("a sign-in at another time: is refused, and the nonce is used up")
    func times() async throws {
        try await Self.withWallet { wallet in
            let user = try await User(wallet)
            let server = Server()
            let issuer = try server.verifier(at: "2026-11-25T09:30:00Z")
            let times: [(String, SignInError?)] = [
                ("2026-11-25T09:24:59Z", .issuedInFuture), ("2026-11-25T09:25:00Z", nil),
                ("2026-11-25T09:39:59Z", nil), ("2026-11-25T09:40:00Z", .expired),
            ]
            for (time, expected) in times {
                let challenge = try await issuer.issue()
                let signed = try await user.signed(challenge)
                let verifier = try server.verifier(at: time)
                #expect(try await Self.error(verifier, signed, nonce: challenge.nonce, of: user) == expected, "\(time)")
                #expect(try await Self.error(issuer, signed, nonce: challenge.nonce, of: user) == .unknownNonce)
            }
        }
    }

    @Test("a sign-in of another origin: is refused")
    func otherOrigin() async throws {
        try await Self.withWallet { wallet in
            let user = try await User(wallet)
            let server = Server()
            let verifier = try server.verifier(at: "2026-11-25T09:30:00Z")
            // A page that passes on this server's challenge.
            var challenge = try await verifier.issue()
            var signed = try await user.signed(challenge, origin: "https://evil.example")
            #expect(try await Self.error(verifier, signed, nonce: challenge.nonce, of: user) == .otherText)
            // Its signature beside the text of this server.
            challenge = try await verifier.issue()
            let own = try await user.signed(challenge)
            signed = try await user.signed(text: own.message, origin: "https://evil.example", address: own.address)
            #expect(try await Self.error(verifier, signed, nonce: challenge.nonce, of: user) == .invalidSignature)
            // A challenge of another server with the same store.
            let other = try server.verifier(origin: "https://other.example", at: "2026-11-25T09:30:00Z")
            challenge = try await other.issue()
            signed = try await user.signed(challenge)
            #expect(try await Self.error(verifier, signed, nonce: challenge.nonce, of: user) == .unknownNonce)
        }
    }

    @Test("a sign-in with another text: is refused, and the nonce is used up")
    func otherText() async throws {
        try await Self.withWallet { wallet in
            let user = try await User(wallet)
            let verifier = try Server().verifier(at: "2026-11-25T09:30:00Z")
            // The same letter in two forms, which Swift takes for equal.
            let challenge = try await verifier.issue(statement: "\u{e9}")
            let own = try await user.signed(challenge)
            let text = own.message.replacingOccurrences(of: "\u{e9}", with: "e\u{301}", options: .literal)
            #expect(text == own.message && !text.utf8.elementsEqual(own.message.utf8))
            let signed = try await user.signed(text: text, origin: Self.origin, address: own.address)
            #expect(try await Self.error(verifier, signed, nonce: challenge.nonce, of: user) == .otherText)
            #expect(try await Self.error(verifier, own, nonce: challenge.nonce, of: user) == .unknownNonce)

            let first = try await verifier.issue()
            let second = try await verifier.issue()
            let signedFirst = try await user.signed(first)
            #expect(try await Self.error(verifier, signedFirst, nonce: second.nonce, of: user) == .otherText)
            #expect(try await Self.error(verifier, signedFirst, nonce: "4fQ9x2LmT7wKcR0z", of: user) == .unknownNonce)
        }
    }

    @Test("a sign-in of another account or key: is refused")
    func otherAccount() async throws {
        try await Self.withWallet { wallet in
            let user = try await User(wallet)
            let other = try await User(wallet)
            let verifier = try Server().verifier(at: "2026-11-25T09:30:00Z")
            var challenge = try await verifier.issue()
            var signed = try await other.signed(challenge)
            #expect(try await Self.error(verifier, signed, nonce: challenge.nonce, of: user) == .otherText)
            challenge = try await verifier.issue()
            signed = try await user.signed(challenge)
            let error = try await Self.error(
                verifier,
                signed,
                nonce: challenge.nonce,
                of: user,
                commitment: other.commitment
            )
            #expect(error == .invalidSignature)
            #expect(try await Self.error(verifier, signed, nonce: challenge.nonce, of: user) == .unknownNonce)
        }
    }

    @Test("what is issued: has a plain statement and a lifetime of a day at most")
    func issue() async throws {
        let verifier = try Server().verifier(at: "2026-11-25T09:30:00Z")
        for statement in ["", "a\nb", "a\u{202e}b", String(repeating: "a", count: 257)] {
            await #expect(throws: SignInError.invalidStatement) { try await verifier.issue(statement: statement) }
        }
        for lifetime: Duration in [.zero, .milliseconds(999), .seconds(-5), .seconds(86_401)] {
            await #expect(throws: SignInError.invalidLifetime) { try await verifier.issue(lifetime: lifetime) }
        }
        let longest = try await verifier.issue(lifetime: .seconds(86_400))
        #expect(longest.expiresAt == "2026-11-26T09:30:00Z")
    }

    @Test("a full store: forgets what has expired, and refuses more")
    func fullStore() async throws {
        func challenge(_ nonce: String, issuedAt: String, expiresAt: String) -> SignInChallenge {
            SignInChallenge(origin: Self.origin, nonce: nonce, issuedAt: issuedAt, expiresAt: expiresAt)
        }
        let store = InMemorySignInNonceStore(limit: 2)
        let (half, later, last) = ("2026-11-25T09:30:00Z", "2026-11-25T09:40:00Z", "2026-11-25T09:50:00Z")
        try await store.add(challenge("a", issuedAt: half, expiresAt: later))
        try await store.add(challenge("b", issuedAt: half, expiresAt: last))
        await #expect(throws: SignInError.tooManyOpen) {
            try await store.add(challenge("c", issuedAt: half, expiresAt: last))
        }
        try await store.add(challenge("d", issuedAt: later, expiresAt: last))
        #expect(await store.take("a") == nil)
        #expect(await store.take("b")?.nonce == "b")
        #expect(await store.take("b") == nil)
        #expect(await store.take("d")?.nonce == "d")
    }

    @Test("a nonce that is taken by many at once: is given to one")
    func concurrentTakes() async throws {
        let store = InMemorySignInNonceStore()
        let time = "2026-11-25T09:30:00Z"
        try await store.add(SignInChallenge(origin: Self.origin, nonce: "a", issuedAt: time, expiresAt: time))
        let taken = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 { group.addTask { await store.take("a") != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
    }

    @Test("web messages: of another origin, network, account, text or kind: fail", arguments: SignatureScheme.allCases)
    func webMessages(scheme: SignatureScheme) async throws {
        try await Self.withWallet { wallet in
            let user = try await User(wallet, scheme: scheme)
            let other = try await User(wallet, scheme: scheme)
            func message(
                origin: String = Self.origin,
                network: WalletNetwork = .localnet,
                accountId: AccountID? = nil,
                text: String = "Hello"
            ) -> WebMessage {
                WebMessage(origin: origin, network: network, accountId: accountId ?? user.account, message: text)
            }
            let body = message().body
            let signature = try await wallet.sign(.webMessage(body: body), accountId: user.account)
            #expect(try message().isValid(signature, commitment: user.commitment))
            #expect(try message().isValid(signature + [0], commitment: user.commitment))
            #expect(try !message().isValid(signature, commitment: other.commitment))
            for changed in [
                message(origin: "https://evil.example"), message(network: .testnet), message(accountId: other.account),
                message(text: "hello"),
            ] {
                #expect(try !changed.isValid(signature, commitment: user.commitment))
            }
            let app = try await wallet.sign(message: body, accountId: user.account)
            #expect(try !message().isValid(signature.prefix(1) + app.signature, commitment: user.commitment))
        }
    }
}
