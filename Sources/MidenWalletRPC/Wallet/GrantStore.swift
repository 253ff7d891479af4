/// Keeps the grants of one wallet beyond the life of its ``RPCWallet``.
///
/// A grant is for the network and the account it was made for. If a wallet of another network reads it, it gives nothing, and
/// stays until its origin is granted that network instead.
public protocol GrantStore: Sendable {
    /// Reads the grants.
    ///
    /// - Returns: The grant of each origin.
    /// - Throws: What prevents it.
    func load() throws -> [String: Grant]

    /// Writes the grants. A grant counts only after this returned, and so does its end.
    ///
    /// - Parameter grants: The grant of each origin, all of them.
    /// - Throws: What prevents it.
    func save(_ grants: [String: Grant]) throws
}

/// Keeps nothing: grants end with their ``RPCWallet``.
public struct TransientGrantStore: GrantStore {
    /// Makes a store.
    public init() {}

    /// Reads the grants.
    ///
    /// - Returns: None.
    public func load() -> [String: Grant] { [:] }

    /// Writes nothing.
    ///
    /// - Parameter grants: The grants.
    public func save(_ grants: [String: Grant]) {}
}
