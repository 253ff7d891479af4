import Dispatch
import Foundation

/// Wakes who waits for something to happen in the wallet.
///
/// What happens is written down by a sync before it ends. So the bell rings when a sync or a transaction of this wallet
/// has ended, and whoever waits looks again. It counts: who looks, finds nothing and then waits, names the count from
/// before the look, and what came in between is not missed.
package final class EventBell: Sendable {
    private let lock = NSLock()

    // Both are touched under the lock only.
    nonisolated(unsafe) private var rings: UInt64 = 0
    nonisolated(unsafe) private var waiting: [ObjectIdentifier: Waiter] = [:]

    /// One who waits. It goes on once, by a ring, at its cancellation or after its time.
    private final class Waiter: Sendable {
        private let lock = NSLock()
        nonisolated(unsafe) private var continuation: CheckedContinuation<Void, Never>?
        nonisolated(unsafe) private var isOver = false

        /// Suspends until ``goOn()``, which may have been called before.
        func wait() async {
            await withCheckedContinuation { continuation in
                let wasOver: Bool = lock.withLock {
                    if !isOver {
                        self.continuation = continuation
                    }
                    return isOver
                }
                if wasOver {
                    continuation.resume()
                }
            }
        }

        func goOn() {
            let waiting: CheckedContinuation<Void, Never>? = lock.withLock {
                isOver = true
                defer { continuation = nil }
                return continuation
            }
            waiting?.resume()
        }
    }

    package init() {}

    /// How often it has rung.
    package var count: UInt64 {
        lock.withLock { rings }
    }

    /// Wakes everybody who waits.
    package func ring() {
        let woken: [Waiter] = lock.withLock {
            rings += 1
            defer { waiting = [:] }
            return Array(waiting.values)
        }
        for waiter in woken {
            waiter.goOn()
        }
    }

    /// Returns when the bell has rung more often than that, when the task is cancelled, or when the time has come; with a
    /// time that is more than a day away, after a day.
    package func rung(after count: UInt64, until deadline: ContinuousClock.Instant? = nil) async {
        let waiter = Waiter()
        let isDue: Bool = lock.withLock {
            if rings == count {
                waiting[ObjectIdentifier(waiter)] = waiter
            }
            return rings != count
        }
        guard !isDue else {
            return
        }
        let alarm = deadline.map { Self.alarm(at: $0) { waiter.goOn() } }
        await withTaskCancellationHandler {
            await waiter.wait()
        } onCancel: {
            waiter.goOn()
        }
        alarm?.cancel()
        lock.withLock { waiting[ObjectIdentifier(waiter)] = nil }
    }

    /// Not a task that sleeps: it would need one of the threads that tasks share to wake up. Goes off after a day at the
    /// latest; whoever waits looks at the clock again.
    private static func alarm(
        at deadline: ContinuousClock.Instant,
        _ action: @escaping @Sendable () -> Void
    ) -> any DispatchSourceTimer {
        let milliseconds = min(deadline - .now, .seconds(86_400)).timeoutMilliseconds
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(wallDeadline: .now() + .milliseconds(Int(milliseconds)))
        timer.setEventHandler(handler: action)
        timer.resume()
        return timer
    }
}
