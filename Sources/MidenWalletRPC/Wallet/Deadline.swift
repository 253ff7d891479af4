/// When the time of a call has passed.
struct Deadline: Sendable {
    /// Returns at that time, and throws if the task is cancelled before.
    let passes: @Sendable () async throws -> Void
    /// How long it is until then. Negative if it has passed.
    let remaining: @Sendable () -> Duration

    init(after duration: Duration, on clock: some Clock<Duration>) {
        let end = clock.now.advanced(by: duration)
        passes = { try await clock.sleep(until: end, tolerance: nil) }
        remaining = { clock.now.duration(to: end) }
    }
}
