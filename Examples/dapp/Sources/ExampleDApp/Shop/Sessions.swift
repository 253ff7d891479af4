import MidenSwiftClient

/// The accounts that are signed in, by the value of their cookie. In memory: a restart signs them out.
struct Sessions: Sendable {
    static let cookie = "session"
    /// Beyond it the oldest session ends.
    private static let most = 1_000

    private var accounts: [(token: String, account: AccountID)] = []

    func account(of token: String?) -> AccountID? {
        guard let token else { return nil }
        return accounts.first { $0.token == token }?.account
    }

    /// Signs an account in, and returns the value of the cookie.
    mutating func begin(for account: AccountID) -> String {
        let token = RandomText.make() + RandomText.make()
        if accounts.count == Self.most { accounts.removeFirst() }
        accounts.append((token, account))
        return token
    }

    mutating func end(_ token: String?) {
        accounts.removeAll { $0.token == token }
    }
}
