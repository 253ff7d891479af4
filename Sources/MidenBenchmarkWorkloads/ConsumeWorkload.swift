import MidenSwiftClient

/// Consumes a note that is made for it.
///
/// - Parameter workload: The wallet.
/// - Returns: How long consuming it took.
/// - Throws: `MidenError`.
public func consume(_ workload: WorkloadWallet) async throws -> Duration {
    let note = try await workload.paidNote()
    let begun = ContinuousClock.now
    _ = try await workload.wallet.consumeNotes(accountId: workload.account, noteIds: [note])
    return ContinuousClock.now - begun
}
