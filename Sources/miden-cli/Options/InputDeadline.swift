import MidenSwiftClient

/// Until when a command waits for what it reads.
struct InputDeadline: Sendable {
    private let instant: ContinuousClock.Instant

    /// Starts the time.
    init(after timeout: Duration) {
        instant = .now + timeout
    }

    /// Fails when the time has passed.
    func check() throws {
        guard ContinuousClock.now < instant else {
            throw MidenError(
                code: .timedOut,
                kind: .timedOut,
                message: "The time allowed has passed, and the input of the command was not complete. Nothing was done."
            )
        }
    }
}
