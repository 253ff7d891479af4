/// How often the user declined what an origin asked, or its pages withdrew what the user saw, in a row.
struct Declines: Sendable {
    /// After how many an origin waits.
    private static let mostInRow = 3
    private static let firstWait = Duration.seconds(30)
    private static let longestWait = Duration.seconds(3600)

    private var count = 0
    private var wait: Deadline?

    /// Counts one.
    ///
    /// - Parameter newDeadline: When a duration that begins now has passed.
    mutating func add(_ newDeadline: (Duration) -> Deadline) {
        count += 1
        guard count >= Self.mostInRow else { return }
        // 30 s doubled seven times is more than an hour.
        let doubled = Self.firstWait * (1 << min(count - Self.mostInRow, 7))
        wait = newDeadline(min(doubled, Self.longestWait))
    }

    /// After how many seconds the origin may ask again; nil if it may now.
    var retryAfter: Int? {
        guard let remaining = wait?.remaining(), remaining > .zero else { return nil }
        let parts = remaining.components
        return Int(parts.seconds) + (parts.attoseconds > 0 ? 1 : 0)
    }
}
