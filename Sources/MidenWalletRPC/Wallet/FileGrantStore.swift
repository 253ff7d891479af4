import Foundation

/// Keeps grants in a JSON file of mode 0600, which several processes can change at the same time. The file has the digests of
/// tokens, and no token.
///
/// A file that is damaged, or that a later version wrote, is an error and stays as it is.
public struct FileGrantStore: GrantStore {
    /// How many origins have grants at most.
    public static let mostOrigins = 1000
    /// How many grants an origin has at most: one for each account and network.
    public static let mostGrants = 64
    private static let largestSize = 4 * 1_048_576

    private let file: RPCFile<[String: OriginGrants]>

    /// Makes a store for a file, which is read when the store is used.
    ///
    /// - Parameter file: The file, such as `grants.json` in the wallet's data folder. It is made with the first grant.
    public init(file: URL) {
        self.file = RPCFile(
            file,
            RPCFileFormat(name: "miden-swift grants", version: 1, largestSize: Self.largestSize)
        )
    }

    /// Reads the grants. A file that has not changed since the last time is not read again.
    ///
    /// - Returns: The grants of each origin, none if there is no file.
    /// - Throws: ``RPCFileError``.
    public func load() throws -> [String: OriginGrants] {
        try file.read() ?? [:]
    }

    /// Changes the grants in the file. Waits at most 5 s for another process.
    ///
    /// - Parameter change: Changes the grants of each origin.
    /// - Returns: The grants afterwards.
    /// - Throws: ``RPCFileError``, such as ``RPCFileError/full(path:reason:)`` if there are too many grants. The grants stay as
    ///   they were then.
    public func update(_ change: (inout [String: OriginGrants]) -> Void) throws -> [String: OriginGrants] {
        try file.update(from: [:]) { grants in
            let earlier = grants
            change(&grants)
            try requireRoom(for: grants, after: earlier)
        }
    }

    /// A file that has too many grants already can be changed so that it has fewer.
    private func requireRoom(for grants: [String: OriginGrants], after earlier: [String: OriginGrants]) throws {
        guard grants.count <= max(Self.mostOrigins, earlier.count) else {
            throw RPCFileError.full(
                path: file.path,
                reason: "\(Self.mostOrigins) origins have grants. Revoke one that is not needed any more"
            )
        }
        for (origin, granted) in grants
        where granted.grants.count > max(Self.mostGrants, earlier[origin]?.grants.count ?? 0) {
            throw RPCFileError.full(
                path: file.path,
                reason: "\(origin) has \(Self.mostGrants) grants. Revoke one that is not needed any more"
            )
        }
    }
}
