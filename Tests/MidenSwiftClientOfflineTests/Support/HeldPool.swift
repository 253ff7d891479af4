import Dispatch
import Foundation

/// Holds every thread that tasks share. For a process of its own: nothing else there goes on.
final class HeldPool: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let released = DispatchSemaphore(value: 0)
    private let holders = 4 * ProcessInfo.processInfo.activeProcessorCount

    /// Returns once all threads are held, the caller's among them if it is one of these.
    @available(*, noasync)
    init() {
        for _ in 0..<holders {
            Task.detached { [entered, released] in Self.hold(entered, released) }
        }
        for _ in 1..<max(1, ProcessInfo.processInfo.activeProcessorCount) {
            entered.wait()
        }
    }

    private static func hold(_ entered: DispatchSemaphore, _ released: DispatchSemaphore) {
        entered.signal()
        released.wait()
    }

    /// Lets the threads go.
    ///
    /// - Returns: Whether all were held until now: most of the holders have found no thread.
    func release() -> Bool {
        var late = 0
        while late < holders, entered.wait(timeout: .now()) == .success {
            late += 1
        }
        for _ in 0..<holders {
            released.signal()
        }
        return late <= 1
    }
}
