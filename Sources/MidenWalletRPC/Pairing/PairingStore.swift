/// Keeps the pairings of one wallet beyond the life of its ``Pairings``.
public protocol PairingStore: Sendable {
    /// Reads the pairings.
    ///
    /// - Returns: The pairings, the oldest first.
    /// - Throws: What prevents it.
    func load() throws -> [Pairing]

    /// Writes the pairings. A pairing counts only after this returned, and so does its end.
    ///
    /// - Parameter pairings: All pairings, the oldest first.
    /// - Throws: What prevents it.
    func save(_ pairings: [Pairing]) throws
}

/// Keeps nothing: pairings end with their ``Pairings``.
public struct TransientPairingStore: PairingStore {
    /// Makes a store.
    public init() {}

    /// Reads the pairings.
    ///
    /// - Returns: None.
    public func load() -> [Pairing] { [] }

    /// Writes nothing.
    ///
    /// - Parameter pairings: The pairings.
    public func save(_ pairings: [Pairing]) {}
}
