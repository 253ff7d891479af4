import Foundation
import MidenSwiftClient

/// What the user granted an origin: a grant for each account and network, and the tokens of its pages.
public struct OriginGrants: Codable, Hashable, Sendable {
    /// How many tokens an origin has at most.
    public static let mostTokens = 8

    /// The grants. Of those of a network, the first is that of the session.
    public internal(set) var grants: [Grant] = []
    /// The SHA-256 of each token, the oldest first. Without one the pages have no session.
    public internal(set) var tokenDigests: [Data] = []

    init() {}

    /// The grants of a network, that of the session first.
    ///
    /// - Parameter network: The network.
    /// - Returns: The grants.
    public func grants(on network: WalletNetwork) -> [Grant] {
        grants.filter { $0.network == network }
    }

    /// The grant that the pages act under, nil if they have no session.
    func session(on network: WalletNetwork) -> Grant? {
        tokenDigests.isEmpty ? nil : grants.first { $0.network == network }
    }

    /// The grant of an account, nil if there is none.
    func grant(of accountId: AccountID, on network: WalletNetwork) -> Grant? {
        grants.first { $0.accountId == accountId && $0.network == network }
    }

    /// Makes a grant that of the session. It replaces an earlier one of its account and network.
    mutating func select(_ grant: Grant) {
        grants.removeAll { $0.accountId == grant.accountId && $0.network == grant.network }
        grants.insert(grant, at: 0)
    }

    /// Ends the grant of an account. If it is that of the session, all tokens end.
    mutating func remove(_ accountId: AccountID, on network: WalletNetwork) {
        if session(on: network)?.accountId == accountId { tokenDigests = [] }
        grants.removeAll { $0.accountId == accountId && $0.network == network }
    }

    /// Keeps a token. If there are too many it replaces the oldest.
    mutating func add(token: String) {
        tokenDigests = Array((tokenDigests + [SHA256.hash(Data(token.utf8))]).suffix(Self.mostTokens))
    }

    /// Whether a token is one of these. The time this takes tells nothing of the tokens.
    func accepts(_ token: String) -> Bool {
        let digest = SHA256.hash(Data(token.utf8))
        return tokenDigests.reduce(false) { isAccepted, known in Self.isEqual(known, digest) || isAccepted }
    }

    private static func isEqual(_ known: Data, _ digest: Data) -> Bool {
        known.count == digest.count && zip(known, digest).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
