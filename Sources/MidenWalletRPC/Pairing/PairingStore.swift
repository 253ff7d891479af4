import Foundation

/// Keeps the pairings of one wallet beyond the life of its ``Pairings``.
public protocol PairingStore: Sendable {
    /// Reads the pairings. Called before the answer to an extension, so that it is noticed what another process revoked.
    ///
    /// - Returns: The pairings, the oldest first.
    /// - Throws: What prevents it.
    func load() throws -> [Pairing]

    /// Changes the pairings: reads them, applies the change and writes them, and nobody else changes them meanwhile. A pairing
    /// counts only after this returned, and so does its end.
    ///
    /// - Parameter change: Changes the pairings, the oldest first.
    /// - Returns: The pairings afterwards.
    /// - Throws: What prevents it. Nothing is changed then.
    func update(_ change: (inout [Pairing]) -> Void) throws -> [Pairing]
}

/// Keeps pairings in memory: they end with the store.
///
/// `@unchecked` because a lock guards the pairings.
public final class TransientPairingStore: PairingStore, @unchecked Sendable {
    private let lock = NSLock()
    private var pairings: [Pairing] = []

    /// Makes a store without pairings.
    public init() {}

    /// Reads the pairings.
    ///
    /// - Returns: The pairings, the oldest first.
    public func load() -> [Pairing] {
        lock.withLock { pairings }
    }

    /// Changes the pairings.
    ///
    /// - Parameter change: Changes the pairings, the oldest first.
    /// - Returns: The pairings afterwards.
    public func update(_ change: (inout [Pairing]) -> Void) -> [Pairing] {
        lock.withLock {
            change(&pairings)
            return pairings
        }
    }
}
