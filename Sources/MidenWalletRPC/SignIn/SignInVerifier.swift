import Foundation
import MidenSwiftClient

/// Signs users in to a server by their accounts. Needs no wallet and no node.
///
/// ```swift
/// let verifier = SignInVerifier(origin: "https://shop.example", network: .testnet, store: InMemorySignInNonceStore())
/// let challenge = try await verifier.issue(statement: "Show your orders")    // the page calls signIn(challenge)
/// try await verifier.verify(signed, nonce: nonce, accountId: account, commitment: commitment)
/// ```
public struct SignInVerifier: Sendable {
    /// The origin of the server, as browsers write it: `https://HOST[:PORT]`, in lower case and without a default port.
    public let origin: String
    /// The network of the accounts.
    public let network: MidenWallet.Network
    private let store: any SignInNonceStore
    private let now: @Sendable () -> Date

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - origin: The origin of the server.
    ///   - network: The network of the accounts.
    ///   - store: Where open sign-ins are kept.
    ///   - now: The server's clock.
    public init(
        origin: String,
        network: MidenWallet.Network,
        store: any SignInNonceStore,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.origin = origin
        self.network = network
        self.store = store
        self.now = now
    }

    /// Issues a challenge with a random nonce. The page passes it to `signIn(request)`.
    ///
    /// - Parameters:
    ///   - statement: One line that tells the user what the sign-in is for.
    ///   - lifetime: How long the challenge holds, from 1 second to 24 hours, in whole seconds.
    /// - Returns: The challenge.
    /// - Throws: ``SignInError/invalidStatement``, ``SignInError/invalidLifetime``, and what the store throws.
    public func issue(
        statement: String? = nil,
        lifetime: Duration = .seconds(600)
    ) async throws -> SignInChallenge {
        if let statement, !SignInParameters.isStatement(statement) { throw SignInError.invalidStatement }
        let seconds = TimeInterval(lifetime.components.seconds)
        guard (1...SignInParameters.longestLife).contains(seconds) else { throw SignInError.invalidLifetime }
        let issued = now()
        let challenge = SignInChallenge(
            origin: origin,
            nonce: Self.nonce(),
            issuedAt: issued.formatted(.iso8601),
            expiresAt: issued.addingTimeInterval(seconds).formatted(.iso8601),
            statement: statement
        )
        try await store.add(challenge)
        return challenge
    }

    /// Verifies a sign-in. The nonce is used up, also if the sign-in fails.
    ///
    /// The text is made again and compared. What the result says beside its text and its signature counts for nothing.
    ///
    /// - Parameters:
    ///   - signed: The result of `signIn(request)`.
    ///   - nonce: The nonce of the challenge that the page was given.
    ///   - accountId: The account that is to be signed in.
    ///   - commitment: The commitment to the account's key, 32 bytes: from its state on the chain, or remembered. Never the
    ///     `publicKey` of the result.
    /// - Throws: A ``SignInError``, what the store throws, and a `MidenError` if the account or the commitment cannot be one.
    public func verify(
        _ signed: SignedMessage,
        nonce: String,
        accountId: AccountID,
        commitment: Data
    ) async throws {
        guard let challenge = try await store.take(nonce), challenge.origin.utf8.elementsEqual(origin.utf8),
            let issued = SignInParameters.date(challenge.issuedAt),
            let expires = SignInParameters.date(challenge.expiresAt)
        else { throw SignInError.unknownNonce }
        let present = now()
        guard issued.timeIntervalSince(present) <= SignInParameters.clockDifference else {
            throw SignInError.issuedInFuture
        }
        guard expires > present else { throw SignInError.expired }
        let expected = try text(of: challenge, accountId: accountId)
        // Texts that Swift takes for equal may have other bytes.
        guard signed.message.utf8.elementsEqual(expected.utf8) else { throw SignInError.otherText }
        let message = WebMessage(
            origin: origin,
            network: WalletNetwork(network),
            accountId: accountId,
            message: expected
        )
        guard try message.isValid(signed.signature, commitment: commitment) else {
            throw SignInError.invalidSignature
        }
    }

    private func text(of challenge: SignInChallenge, accountId: AccountID) throws -> String {
        let address = try AccountAddress(accountId, on: network).text
        let parameters = SignInParameters(
            address: address,
            origin: challenge.origin,
            nonce: challenge.nonce,
            issuedAt: challenge.issuedAt,
            expiresAt: challenge.expiresAt,
            statement: challenge.statement
        )
        return parameters.text(address: address, network: WalletNetwork(network))
    }

    /// 128 random bits in hexadecimal digits.
    private static func nonce() -> String {
        (0..<16).map { _ in
            let digits = String(UInt8.random(in: .min ... .max), radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        .joined()
    }
}
