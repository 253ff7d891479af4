import Foundation

/// Keeps the grants of one wallet beyond the life of its ``RPCWallet``.
///
/// A grant is for the network and the account it was made for. If a wallet of another network reads it, it gives nothing and
/// stays.
public protocol GrantStore: Sendable {
    /// Reads the grants. The wallet calls this before it answers a page, so that it notices what another process revoked.
    ///
    /// - Returns: The grants of each origin.
    /// - Throws: What prevents it.
    func load() throws -> [String: OriginGrants]

    /// Reads the grants, applies a change and writes them. No other process changes them meanwhile. A grant counts only after
    /// this returned, and so does its end.
    ///
    /// - Parameter change: Changes the grants of each origin.
    /// - Returns: The grants afterwards.
    /// - Throws: What prevents it. Nothing is changed then.
    func update(_ change: (inout [String: OriginGrants]) -> Void) throws -> [String: OriginGrants]
}

/// Keeps grants in memory: they end with the store.
///
/// `@unchecked` because a lock guards the grants.
public final class TransientGrantStore: GrantStore, @unchecked Sendable {
    private let lock = NSLock()
    private var grants: [String: OriginGrants] = [:]

    /// Makes a store without grants.
    public init() {}

    /// Reads the grants.
    ///
    /// - Returns: The grants of each origin.
    public func load() -> [String: OriginGrants] {
        lock.withLock { grants }
    }

    /// Changes the grants.
    ///
    /// - Parameter change: Changes the grants of each origin.
    /// - Returns: The grants afterwards.
    public func update(_ change: (inout [String: OriginGrants]) -> Void) -> [String: OriginGrants] {
        lock.withLock {
            change(&grants)
            return grants
        }
    }
}
