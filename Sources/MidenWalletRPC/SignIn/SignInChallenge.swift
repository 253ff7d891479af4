/// What a server asks an account's owner to sign: the parameters of `signIn(request)` of the page. A ``SignInVerifier``
/// issues it.
public struct SignInChallenge: Codable, Hashable, Sendable {
    /// The origin of the server.
    public let origin: String
    /// 32 letters and digits, used once.
    public let nonce: String
    /// When it was issued, such as `2026-11-25T09:30:00Z`.
    public let issuedAt: String
    /// Until when it can be used.
    public let expiresAt: String
    /// One line that tells the user what the sign-in is for.
    public let statement: String?

    /// Makes a challenge, such as one that a ``SignInNonceStore`` kept in a database.
    ///
    /// - Parameters:
    ///   - origin: The origin of the server.
    ///   - nonce: The nonce.
    ///   - issuedAt: When it was issued.
    ///   - expiresAt: Until when it can be used.
    ///   - statement: One line that tells the user what the sign-in is for.
    public init(origin: String, nonce: String, issuedAt: String, expiresAt: String, statement: String? = nil) {
        self.origin = origin
        self.nonce = nonce
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.statement = statement
    }
}
