import MidenSilentNode
import MidenSwiftClient

/// A workload did not do what it is measured for.
public struct WorkloadError: Error, CustomStringConvertible {
    /// What happened instead.
    public let description: String
}

/// Makes a sync that waits for a node that does not answer, cancels it and waits for its end.
///
/// - Parameter wallet: A wallet on a ``SilentNode``, with no other calls.
/// - Returns: The time from the cancellation to the caller's release.
/// - Throws: ``WorkloadError`` where it ends otherwise.
public func cancelSync(_ wallet: MidenWallet) async throws -> Duration {
    let sync = Task { () -> ContinuousClock.Instant? in await released { try await wallet.sync() } }
    try await wallet.waitForCalls { $0.waiting + $0.running == 1 }
    // The worker starts the oldest first, so the sync runs when this has an answer.
    try await wallet.ping()
    // Until it waits for the node.
    try await Task.sleep(for: .milliseconds(2))
    return try await cancel(sync)
}

/// Makes a transaction, cancels it while its proof runs and waits for its end. The proof runs on.
///
/// - Parameters:
///   - workload: A wallet on a chain that takes real proofs.
///   - note: A note it can consume, which stays as it is.
/// - Returns: The time from the cancellation to the caller's release.
/// - Throws: ``WorkloadError`` where it ends otherwise.
public func cancelProof(_ workload: WorkloadWallet, note: NoteID) async throws -> Duration {
    let proof = Task { () -> ContinuousClock.Instant? in
        await released { _ = try await workload.wallet.consumeNotes(accountId: workload.account, noteIds: [note]) }
    }
    try await workload.provesNow()
    return try await cancel(proof)
}

extension WorkloadWallet {
    /// Returns when the threads of a proof that has been asked for are well under way.
    func provesNow() async throws {
        stages.forget()
        try await stages.reaches(.proving)
        try await Task.sleep(for: .milliseconds(200))
    }
}

/// Makes a call that is to be cancelled.
///
/// - Returns: When it was; nil where the call ended otherwise.
func released(_ call: () async throws -> Void) async -> ContinuousClock.Instant? {
    do {
        try await call()
        return nil
    } catch MidenError.cancelled {
        return .now
    } catch {
        return nil
    }
}

/// Cancels a call made by ``released(_:)``.
func cancel(_ call: Task<ContinuousClock.Instant?, Never>) async throws -> Duration {
    let cancelled = ContinuousClock.now
    call.cancel()
    guard let released = await call.value else {
        throw WorkloadError(description: "the call was not cancelled")
    }
    return released - cancelled
}
