internal import Atomics
import Dispatch
import Foundation

/// Whether a task had better look out for its answer for a moment than suspend at once.
///
/// A lone call that Rust answers within microseconds costs little else than to put its task to sleep and to wake it. So one
/// task at a time looks out for its answer first, where that has paid lately: each time in vain puts off the next try, up
/// to half a second. Calls that take longer so lose some microseconds now and then, and a thread that tasks share is held for
/// no longer than the window.
final class LookOut: Sendable {
    /// How long a task looks out, in nanoseconds.
    static let window: UInt64 = 10_000

    private static let shortestRest: UInt64 = 1_000_000
    private static let mostDoublings = 10

    /// With a single core, looking out keeps away the very thread that would answer.
    private let isPossible: Bool
    private let now: @Sendable () -> UInt64

    /// Nobody looks out before this.
    private let restsUntil = ManagedAtomic<UInt64>(0)
    private let isTaken = ManagedAtomic(false)
    /// How often it was in vain, less what has been regained since. Written by who looks out alone.
    private let inVain = ManagedAtomic(0)

    /// - Parameters:
    ///   - cores: How many cores there are.
    ///   - now: A clock that does not go back, in nanoseconds.
    init(
        cores: Int = ProcessInfo.processInfo.activeProcessorCount,
        now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    ) {
        isPossible = cores > 1
        self.now = now
    }

    /// Whether the caller is to look out. It says how that ended.
    func begins() -> Bool {
        // Where many call, all of them only read this.
        guard isPossible, !isTaken.load(ordering: .relaxed), now() >= restsUntil.load(ordering: .relaxed) else {
            return false
        }
        return !isTaken.exchange(true, ordering: .acquiring)
    }

    /// The one that looked out does so no longer.
    func ends(found: Bool) {
        let before = inVain.load(ordering: .relaxed)
        let after = found ? before / 2 : min(before + 1, Self.mostDoublings)
        inVain.store(after, ordering: .relaxed)
        if !found {
            restsUntil.store(now() + Self.shortestRest << (after - 1), ordering: .relaxed)
        }
        isTaken.store(false, ordering: .releasing)
    }
}
