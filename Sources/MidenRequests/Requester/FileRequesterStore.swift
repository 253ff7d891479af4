import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// Keeps what a requester needs in files of mode 0600, which several processes can use at the same time:
///
/// - `requester.key`: the seed of the requester's key. Made with the first request, and never replaced.
/// - `requests/ID.json`: a request with its secret and its accepted receipts.
/// - `accounts.json`: the commitment to the key of each account that connected.
///
/// A file that is damaged, or that a later version wrote, is an error and stays as it is. A damaged request does not concern
/// the others. Its functions wait at most 5 s for another process, and for the disk.
public struct FileRequesterStore: RequesterStore {
    private static let largestKeyFile = 4096
    private static let largestAccountsFile = 16 * 1_048_576

    private let requests: RequestFolder
    private let keyFile: RPCFile<KeyContent>
    private let accounts: RPCFile<[String: Data]>

    private struct KeyContent: Codable, Sendable {
        let seed: Data
    }

    /// Makes a store for a folder. The folder is made with the first request, with mode 0700.
    ///
    /// - Parameter folder: The folder.
    public init(folder: URL) {
        requests = RequestFolder(folder.appendingPathComponent("requests"))
        keyFile = RPCFile(
            folder.appendingPathComponent("requester.key"),
            RPCFileFormat(name: "miden-swift requester key", version: 1, largestSize: Self.largestKeyFile)
        )
        accounts = RPCFile(
            folder.appendingPathComponent("accounts.json"),
            RPCFileFormat(name: "miden-swift requester accounts", version: 1, largestSize: Self.largestAccountsFile)
        )
    }

    /// The seed of `requester.key`.
    ///
    /// - Parameter proposal: A new seed, 32 bytes. It is kept if there is no file.
    /// - Returns: The seed in the file.
    /// - Throws: ``MidenError/Kind/requestFileDamaged``, ``MidenError/Kind/requestFileInUse``,
    ///   ``MidenError/Kind/requestFileUnusable``. The file stays as it is.
    public func keySeed(orKeeping proposal: Data) throws -> Data {
        try withRequestErrors {
            // An update leaves a key that another process made in the meantime.
            let content = try keyFile.read() ?? keyFile.update(from: KeyContent(seed: proposal)) { _ in }
            guard content.seed.count == 32 else {
                throw RPCFileError.damaged(path: keyFile.path, reason: "the seed does not have 32 bytes")
            }
            return content.seed
        }
    }

    /// Writes the file of a new request.
    ///
    /// - Parameter request: The request.
    /// - Throws: ``MidenError/Kind/requestFileInUse``, ``MidenError/Kind/requestFileUnusable``. There is no file then.
    public func add(_ request: StoredRequest) throws {
        try withRequestErrors {
            try requests.locked { try requests.write(request) }
        }
    }

    /// Reads the file of a request.
    ///
    /// - Parameter id: Its id.
    /// - Returns: The request, nil if there is no file.
    /// - Throws: ``MidenError/Kind/requestFileDamaged``, ``MidenError/Kind/requestFileUnusable``.
    public func request(_ id: RequestID) throws -> StoredRequest? {
        try withRequestErrors { try requests.read(id) }
    }

    /// The ids by the names of the files.
    ///
    /// - Returns: The ids, none if there is no folder.
    /// - Throws: ``MidenError/Kind/requestFileUnusable``.
    public func requestIDs() throws -> [RequestID] {
        try withRequestErrors { try requests.ids().map(\.id) }
    }

    /// Changes the file of a request, and `accounts.json`, under one lock. The request is written first: if the process ends
    /// before the commitment is pinned, the same receipt pins it when it is accepted again.
    ///
    /// - Parameters:
    ///   - id: The id of the request.
    ///   - address: The address of the account, nil if it does not matter.
    ///   - change: Changes the request and the pinned commitment.
    /// - Returns: What `change` returns.
    /// - Throws: What `change` throws, ``MidenError/Kind/requestUnknown``, ``MidenError/Kind/requestFileDamaged``,
    ///   ``MidenError/Kind/requestFileInUse``, ``MidenError/Kind/requestStoreFull`` if too many accounts have connected,
    ///   ``MidenError/Kind/requestFileUnusable``.
    public func update<Result: Sendable>(
        _ id: RequestID,
        commitmentOf address: String?,
        _ change: @Sendable (inout StoredRequest, inout Data?) throws -> Result
    ) throws -> Result {
        try withRequestErrors {
            // A process that only looks makes no folder.
            guard try requests.read(id) != nil else { throw MidenError.unknownRequest(id) }
            return try requests.locked {
                guard var request = try requests.read(id) else { throw MidenError.unknownRequest(id) }
                let pinned = try address.flatMap { try accounts.read()?[$0] }
                let receipts = request.receipts
                var commitment = pinned
                let result = try change(&request, &commitment)
                if request.receipts != receipts { try requests.write(request) }
                if let address, commitment != pinned {
                    try accounts.update(from: [:]) { $0[address] = commitment }
                }
                return result
            }
        }
    }

    /// Removes the file of a request.
    ///
    /// - Parameter id: Its id.
    /// - Returns: Whether there was one.
    /// - Throws: ``MidenError/Kind/requestFileInUse``, ``MidenError/Kind/requestFileUnusable``.
    public func remove(_ id: RequestID) throws -> Bool {
        try withRequestErrors {
            guard requests.exists else { return false }
            return try requests.locked { try requests.remove(id) }
        }
    }

    /// Removes the files of requests that expired before a time. A file that was changed since then is not read.
    ///
    /// - Parameter date: The time.
    /// - Throws: ``MidenError/Kind/requestFileInUse``, ``MidenError/Kind/requestFileUnusable``.
    public func removeRequests(expiredBefore date: Date) throws {
        try withRequestErrors {
            let old = try requests.ids().filter { $0.changedAt < date }
            guard !old.isEmpty else { return }
            try requests.locked {
                for (id, _) in old {
                    // One that is damaged is left for its owner to look at.
                    guard let request = try? requests.read(id)?.request.request, request.expiresAt < date else {
                        continue
                    }
                    _ = try requests.remove(id)
                }
            }
        }
    }

    /// Throws errors of files as those of requests.
    private func withRequestErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as RPCFileError {
            throw MidenError(code: .store, kind: error.requestKind, message: error.localizedDescription)
        } catch let error as CocoaError {
            throw MidenError(
                code: .store,
                kind: .requestFileUnusable,
                message: "Could not use the requester's folder: \(error.localizedDescription)"
            )
        }
    }
}

extension RPCFileError {
    fileprivate var requestKind: MidenError.Kind {
        switch self {
        case .damaged: .requestFileDamaged
        case .full: .requestStoreFull
        case .inUse: .requestFileInUse
        case .newerVersion, .system: .requestFileUnusable
        }
    }
}

extension MidenError {
    static func unknownRequest(_ id: RequestID) -> MidenError {
        MidenError(code: .lookup, kind: .requestUnknown, message: "This requester has no request \(id.text).")
    }
}
