import Foundation
import MidenSwiftClient

// How long calls wait.

extension RequestWallet {
    /// A time that is not waited for: more than 100 years.
    private static let forEver = Duration.seconds(100 * 365 * 24 * 3600)

    /// When a call gives up; nil if never.
    nonisolated func deadline(_ timeout: Duration?) -> ContinuousClock.Instant? {
        let time = timeout ?? wallet.configuration.timeouts.transaction
        return time < Self.forEver ? .now + time : nil
    }

    /// Ends work that takes too long.
    nonisolated func limited<Result: Sendable>(
        _ timeout: Duration?,
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let deadline = deadline(timeout) else { return try await work() }
        do {
            return try await withThrowingTaskGroup(of: Result.self) { group in
                group.addTask { try await work() }
                group.addTask {
                    try await Task.sleep(until: deadline, clock: .continuous)
                    throw MidenError(
                        code: .timedOut,
                        kind: .timedOut,
                        message: "The time allowed has passed. Nothing was decided.",
                        isRetryable: true
                    )
                }
                defer { group.cancelAll() }
                guard let result = try await group.next() else { throw CancellationError() }
                return result
            }
        } catch is CancellationError {
            throw MidenError(code: .cancelled, kind: .cancelled, message: "The task was cancelled.")
        }
    }

    /// How long it is until then, for a call of the wallet.
    nonisolated func remaining(_ deadline: ContinuousClock.Instant?) -> Duration {
        deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) } ?? Self.forEver
    }
}
