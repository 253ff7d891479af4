import Foundation

/// The time of the system, which a line puts forward: so that a test need not wait until a code has expired.
final class AdvancingClock: Clock, @unchecked Sendable {
    typealias Instant = ContinuousClock.Instant

    private let lock = NSLock()
    private var advance = Duration.zero

    var now: Instant { ContinuousClock.now.advanced(by: lock.withLock { advance }) }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Task.sleep(for: now.duration(to: deadline), tolerance: tolerance, clock: ContinuousClock())
    }

    /// Puts the time forward.
    func advance(by duration: Duration) {
        lock.withLock { advance += duration }
    }
}
