import MidenSwiftClient

/// Fills the queue with syncs and shuts the wallet down, which lets them all finish.
///
/// - Parameter wallet: A wallet on an embedded chain; closed afterwards.
/// - Returns: How long the shutdown took, until every caller had its answer, and what the wallet says of it.
/// - Throws: `MidenError`, also from a sync that was accepted and failed.
public func drain(_ wallet: MidenWallet) async throws -> (took: Duration, report: ShutdownReport) {
    let before = try wallet.statistics.completed
    let syncs = (0..<FullWallet.slots).map { _ in Task { _ = try await wallet.sync() } }
    try await wallet.waitForCalls { $0.waiting + $0.running + $0.completed - before >= syncs.count }
    let begun = ContinuousClock.now
    let report = try await wallet.shutdown(gracefully: .seconds(3600))
    for sync in syncs {
        try await sync.value
    }
    return (ContinuousClock.now - begun, report)
}

/// Closes a wallet at once while a proof runs, and opens it again.
///
/// - Parameters:
///   - workload: A wallet on a chain that takes real proofs; closed afterwards.
///   - note: A note it can consume, which stays as it is.
///   - directory: The folder with the wallet's files.
/// - Returns: How long closing took, until the caller was released too, how long opening it again took, and the wallet as
///   it was opened.
/// - Throws: `MidenError`, ``WorkloadError``.
public func closeWhileProving(
    _ workload: WorkloadWallet,
    note: NoteID,
    in directory: String
) async throws -> (closing: Duration, opening: Duration, reopened: WorkloadWallet) {
    let proof = Task { try await workload.wallet.consumeNotes(accountId: workload.account, noteIds: [note]) }
    try await workload.provesNow()
    let begun = ContinuousClock.now
    try await workload.wallet.shutdown(gracefully: .zero)
    guard case .failure = await proof.result else {
        throw WorkloadError(description: "the transaction was not ended")
    }
    let closed = ContinuousClock.now
    let reopened = try WorkloadWallet(
        reopening: directory,
        MidenWallet.EmbeddedOptions(proofs: .real),
        account: workload.account
    )
    return (closed - begun, ContinuousClock.now - closed, reopened)
}
