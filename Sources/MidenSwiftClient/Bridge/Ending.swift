import Dispatch

/// The one shutdown of a wallet, whose report everybody gets that asks for it.
///
/// Runs on a queue of its own and not in a task, so that it needs none of the threads that tasks share.
final class Ending: Sendable {
    private let queue = DispatchQueue(label: "miden.shutdown")
    private let core: Core
    private let grace: Duration

    /// Touched on the queue only.
    nonisolated(unsafe) private var result: Result<ShutdownReport, any Error>?

    /// - Parameters:
    ///   - core: What is shut down when the report is first asked for.
    ///   - grace: How long calls may take to finish.
    init(of core: Core, grace: Duration) {
        self.core = core
        self.grace = grace
    }

    /// What has become of the calls, once the wallet is closed.
    var report: ShutdownReport {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    let result = result ?? Result { try core.shutdown(grace: grace) }
                    self.result = result
                    continuation.resume(with: result)
                }
            }
        }
    }
}
