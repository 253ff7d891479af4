import Dispatch
import Foundation

/// A thread that waits for its answer.
final class BlockedThread: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    nonisolated(unsafe) private var answer: Answer?

    /// Lets the thread go on.
    func resume(returning answer: Answer) {
        lock.withLock { self.answer = answer }
        semaphore.signal()
    }

    /// Blocks until there is an answer, or until it is too late.
    ///
    /// - Returns: The answer; nil where there was none in time.
    func wait(until deadline: DispatchTime) -> Answer? {
        _ = semaphore.wait(timeout: deadline)
        return lock.withLock { answer }
    }
}
