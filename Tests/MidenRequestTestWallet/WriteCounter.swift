import Foundation

/// Counts calls, and kills the process at one of them.
final class WriteCounter: @unchecked Sendable {
    private let last: Int
    private let lock = NSLock()
    private var calls = 0

    /// - Parameter last: The call at which the process dies, 0 for none.
    init(last: Int) {
        self.last = last
    }

    /// How many calls there were.
    var total: Int { lock.withLock { calls } }

    /// Counts a call.
    func count() {
        lock.withLock { calls += 1 }
        guard total == last else { return }
        kill(getpid(), SIGKILL)
        // The write must not go on before the signal comes.
        while true { pause() }
    }
}
