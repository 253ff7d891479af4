import Dispatch
import Foundation

/// Runs one task on the thread that waits for it.
///
/// The thread that called takes the jobs of the task and of its children, as they come, until the task has ended. No thread of
/// the pool that all tasks share has to be free for that, and a thread that waits never waits for the thread of another call.
@available(macOS 15, iOS 18, *)
final class CallerExecutor: TaskExecutor {
    private let condition = NSCondition()

    // Both are touched under the condition's lock only.
    nonisolated(unsafe) private var jobs: [UnownedJob] = []
    /// Whether nobody takes jobs any more.
    nonisolated(unsafe) private var hasEnded = false

    /// Runs an operation and its children on this thread.
    ///
    /// - Parameter operation: The operation.
    /// - Returns: What it returns.
    /// - Throws: What it throws.
    static func run<Success: Sendable>(_ operation: @escaping @Sendable () async throws -> Success) throws -> Success {
        let executor = CallerExecutor()
        let outcome = Outcome<Success>()
        Task(executorPreference: executor) {
            let result: Result<Success, any Error>
            do {
                result = .success(try await operation())
            } catch {
                result = .failure(error)
            }
            executor.end { outcome.result = result }
        }
        return try executor.work(until: outcome).get()
    }

    /// What an operation has come to. Touched under the condition's lock only.
    private final class Outcome<Success: Sendable>: Sendable {
        nonisolated(unsafe) var result: Result<Success, any Error>?
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        defer { condition.unlock() }
        guard !hasEnded else {
            return runElsewhere(job)
        }
        jobs.append(job)
        condition.signal()
    }

    /// The operation has ended.
    private func end(_ note: () -> Void) {
        condition.lock()
        defer { condition.unlock() }
        note()
        condition.signal()
    }

    /// Takes jobs until there is an outcome.
    private func work<Success>(until outcome: Outcome<Success>) -> Result<Success, any Error> {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = outcome.result {
                hasEnded = true
                jobs.forEach(runElsewhere)
                jobs = []
                return result
            }
            guard !jobs.isEmpty else {
                condition.wait()
                continue
            }
            let taken = jobs
            jobs = []
            condition.unlock()
            for job in taken {
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
            condition.lock()
        }
    }

    /// What the operation has left is not for its caller to wait for: an actor may still have to be let go.
    private func runElsewhere(_ job: UnownedJob) {
        DispatchQueue.global().async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
