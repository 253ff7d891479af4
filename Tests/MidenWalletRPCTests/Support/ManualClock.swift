import Foundation

/// A clock that goes on only when the test says so.
final class ManualClock: Clock, @unchecked Sendable {
    typealias Duration = Swift.Duration

    struct Instant: InstantProtocol {
        typealias Duration = Swift.Duration

        fileprivate var sinceStart: Duration

        func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
        func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
        static func < (one: Instant, other: Instant) -> Bool { one.sinceStart < other.sinceStart }
    }

    private let lock = NSLock()
    private var time = Instant(sinceStart: .zero)
    private var sleepers: [UUID: (end: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]

    var now: Instant { lock.withLock { time } }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// Whether somebody sleeps.
    var hasSleepers: Bool { lock.withLock { !sleepers.isEmpty } }

    func sleep(until end: Instant, tolerance: Duration?) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(id, until: end, continuation)
            }
        } onCancel: {
            lock.withLock { sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    private func add(_ id: UUID, until end: Instant, _ continuation: CheckedContinuation<Void, any Error>) {
        let outcome: Result<Void, any Error>? = lock.withLock {
            if Task.isCancelled { return .failure(CancellationError()) }
            if end <= time { return .success(()) }
            sleepers[id] = (end, continuation)
            return nil
        }
        if let outcome { continuation.resume(with: outcome) }
    }

    func advance(by duration: Duration) {
        let due = lock.withLock {
            time = time.advanced(by: duration)
            let due = sleepers.filter { $0.value.end <= time }
            for id in due.keys { sleepers[id] = nil }
            return due.values.map { $0.continuation }
        }
        for continuation in due { continuation.resume() }
    }
}
