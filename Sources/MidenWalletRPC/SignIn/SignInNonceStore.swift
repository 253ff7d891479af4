/// Keeps the sign-ins that a server issued until they are used. If a server has several processes, they need a store in
/// common, such as a database.
public protocol SignInNonceStore: Sendable {
    /// Keeps a challenge at least until it expires.
    ///
    /// - Parameter challenge: The challenge, with a new nonce.
    /// - Throws: ``SignInError/tooManyOpen`` if there is no room, or the store's own errors.
    func add(_ challenge: SignInChallenge) async throws

    /// Removes the challenge of a nonce and returns it. Of several calls with the same nonce only one may get it, also if
    /// they run at the same time.
    ///
    /// - Parameter nonce: The nonce, as a page sent it.
    /// - Returns: The challenge, nil if there is none of that nonce.
    /// - Throws: The store's own errors.
    func take(_ nonce: String) async throws -> SignInChallenge?
}

/// A store in memory, for a server of one process. A restart forgets the open sign-ins.
public actor InMemorySignInNonceStore: SignInNonceStore {
    private let limit: Int
    private var open: [String: SignInChallenge] = [:]

    /// Makes an empty store.
    ///
    /// - Parameter limit: The most open sign-ins that are kept. Anybody can open one, so limit their rate as well.
    public init(limit: Int = 10_000) {
        self.limit = limit
    }

    /// Keeps a challenge. If there is no room, expired ones are forgotten first.
    ///
    /// - Parameter challenge: The challenge.
    /// - Throws: ``SignInError/tooManyOpen``.
    public func add(_ challenge: SignInChallenge) throws {
        if open.count >= limit {
            // Times of this form are in order as texts.
            open = open.filter { $0.value.expiresAt > challenge.issuedAt }
        }
        guard open.count < limit else { throw SignInError.tooManyOpen }
        open[challenge.nonce] = challenge
    }

    /// Removes the challenge of a nonce and returns it.
    ///
    /// - Parameter nonce: The nonce.
    /// - Returns: The challenge, nil if there is none of that nonce.
    public func take(_ nonce: String) -> SignInChallenge? {
        open.removeValue(forKey: nonce)
    }
}
