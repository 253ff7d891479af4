import Foundation

/// The time of the system, which a line puts forward: so that a test need not wait until a code has expired or the time of
/// a question has passed.
final class AdvancingClock: Clock, @unchecked Sendable {
    typealias Instant = ContinuousClock.Instant

    private let lock = NSLock()
    private var advance = Duration.zero
    /// What sleeps, as long as it would if the time were not put forward.
    private var sleepers: [UUID: Task<Void, Never>] = [:]

    var now: Instant { lock.withLock { advancedNow } }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = UUID()
        defer { lock.withLock { sleepers[id] = nil } }
        while let sleeper = sleeper(id, until: deadline) {
            await withTaskCancellationHandler {
                await sleeper.value
            } onCancel: {
                sleeper.cancel()
            }
            try Task.checkCancellation()
        }
    }

    /// Puts the time forward. What sleeps looks how long it still has to.
    func advance(by duration: Duration) {
        let woken = lock.withLock {
            advance += duration
            return Array(sleepers.values)
        }
        for sleeper in woken { sleeper.cancel() }
    }

    private var advancedNow: Instant { ContinuousClock.now.advanced(by: advance) }

    /// Sleeps until a deadline, or until the time is put forward. Nil if the deadline has passed.
    private func sleeper(_ id: UUID, until deadline: Instant) -> Task<Void, Never>? {
        lock.withLock {
            let remaining = advancedNow.duration(to: deadline)
            guard remaining > .zero else { return nil }
            let sleeper = Task<Void, Never> { try? await Task.sleep(for: remaining) }
            sleepers[id] = sleeper
            return sleeper
        }
    }
}
