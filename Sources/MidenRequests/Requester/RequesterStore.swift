import Foundation

/// Where a ``MidenRequester`` keeps its key, its requests and the keys of accounts. ``FileRequesterStore`` keeps them in files.
///
/// Each function is atomic: what it changed is there if it returned, also after a crash, and nothing changed if it threw.
/// Several requesters, also in several processes, can use one store at a time.
public protocol RequesterStore: Sendable {
    /// The seed of the requester's Ed25519 key, 32 bytes. Secret. Once there is one it is never replaced.
    ///
    /// - Parameter proposal: A new seed. It is kept if there is none yet.
    /// - Returns: The seed that is kept.
    /// - Throws: An error if it cannot be read or kept.
    func keySeed(orKeeping proposal: Data) async throws -> Data

    /// Keeps a new request. Its id is a new one.
    ///
    /// - Parameter request: The request.
    /// - Throws: An error if it cannot be kept.
    func add(_ request: StoredRequest) async throws

    /// Reads a request.
    ///
    /// - Parameter id: Its id.
    /// - Returns: The request, nil if there is none.
    /// - Throws: ``MidenError/Kind/requestFileDamaged`` if it is damaged, and another error if it cannot be read.
    func request(_ id: RequestID) async throws -> StoredRequest?

    /// The ids of all requests, also of those that are damaged, in any order.
    ///
    /// - Returns: The ids.
    /// - Throws: An error if they cannot be read.
    func requestIDs() async throws -> [RequestID]

    /// Changes a request, and with it the pinned commitment of an account. No other call changes either meanwhile.
    ///
    /// - Parameters:
    ///   - id: The id of the request.
    ///   - address: The address of the account, nil if it does not matter.
    ///   - change: Gets the request and the commitment that is pinned for `address`, nil if there is none, and may change both.
    ///     If it throws, nothing changes. It does not wait.
    /// - Returns: What `change` returns.
    /// - Throws: What `change` throws, ``MidenError/Kind/requestUnknown`` if there is no such request, and an error if it cannot
    ///   be read or kept.
    func update<Result: Sendable>(
        _ id: RequestID,
        commitmentOf address: String?,
        _ change: @Sendable (inout StoredRequest, inout Data?) throws -> Result
    ) async throws -> Result

    /// Removes a request with its secret and its receipts, also if it is damaged.
    ///
    /// - Parameter id: Its id.
    /// - Returns: Whether there was one.
    /// - Throws: An error if it cannot be removed.
    func remove(_ id: RequestID) async throws -> Bool

    /// Removes requests that expired before a time. Those that are damaged stay.
    ///
    /// - Parameter date: The time.
    /// - Throws: An error if they cannot be read or removed.
    func removeRequests(expiredBefore date: Date) async throws
}
