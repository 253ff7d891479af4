import Foundation

/// Keeps pairings in a JSON file of mode 0600, which several processes can change at the same time. The file has the digests
/// of tokens, and no token.
///
/// A file that is damaged, or that a later version wrote, is an error and stays as it is.
public struct FilePairingStore: PairingStore {
    private static let format = RPCFileFormat(name: "miden-swift pairings", version: 1, largestSize: 65_536)

    private let file: RPCFile<[Pairing]>

    /// Makes a store for a file, which is read when the store is used.
    ///
    /// - Parameter file: The file, such as `pairings.json` in the wallet's data folder. It is made with the first pairing.
    public init(file: URL) {
        self.file = RPCFile(file, Self.format)
    }

    /// Reads the pairings. A file that has not changed since the last time is not read again.
    ///
    /// - Returns: The pairings, the oldest first; none if there is no file.
    /// - Throws: ``RPCFileError``.
    public func load() throws -> [Pairing] {
        try file.read() ?? []
    }

    /// Changes the pairings in the file. Waits at most 5 s for another process.
    ///
    /// - Parameter change: Changes the pairings, the oldest first.
    /// - Returns: The pairings afterwards.
    /// - Throws: ``RPCFileError``. The pairings stay as they were then.
    public func update(_ change: (inout [Pairing]) -> Void) throws -> [Pairing] {
        try file.update(from: [], change)
    }
}
