internal import Atomics

/// Reports that a call was handed to Rust or refused, or that it joined or left the line of calls that await a place.
///
/// Tests and benchmarks wait for such a change. Until one of them does, a report costs the look at one flag.
final class CallChanges: Sendable {
    private let bell = EventBell()
    private let isObserved = ManagedAtomic(false)

    /// To be called after the change, which is made under a lock that a reader of the statistics takes too: so either
    /// the reader sees the change, or this sees that it is observed.
    func report() {
        if isObserved.load(ordering: .relaxed) {
            bell.ring()
        }
    }

    /// Returns once the condition holds. It is evaluated at once, and after each change.
    ///
    /// - Throws: What the condition throws; `CancellationError`.
    func wait(until condition: () throws -> Bool) async throws {
        isObserved.store(true, ordering: .relaxed)
        while true {
            let count = bell.count
            guard try !condition() else {
                return
            }
            await bell.rung(after: count)
            try Task.checkCancellation()
        }
    }
}

extension MidenWallet {
    /// Returns once calls that were handed over, or await a place, satisfy the condition. A call that starts or ends
    /// does not bring a new look: to wait for a start, make another call after this; to wait for an end, await the call.
    ///
    /// - Throws: ``MidenError`` after a shutdown; `CancellationError`.
    package nonisolated func waitForCalls(until condition: (WalletStatistics) -> Bool) async throws {
        try await core.callChanges.wait { try condition(statistics) }
    }
}
