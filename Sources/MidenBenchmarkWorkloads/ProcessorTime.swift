import Foundation

/// What this process has used of the machine.
public struct ProcessorTime: Sendable {
    /// The time it has had on all processors together.
    public let time: Duration
    /// How often one of its threads has gone to sleep by itself: it had nothing to do, so it was woken as often.
    public let sleeps: Int

    /// What it has used until now.
    public static var now: Self {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return Self(
            time: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec),
            sleeps: usage.ru_nvcsw
        )
    }

    /// Returns once this process has nothing more to do. A proof whose caller is gone still runs to its end, and would
    /// slow down what is measured next.
    public static func settle() async throws {
        var before = now.time
        while true {
            try await Task.sleep(for: .milliseconds(250))
            let after = now.time
            if after - before < .milliseconds(10) {
                return
            }
            before = after
        }
    }
}

/// What an open wallet costs that nobody calls.
///
/// - Parameter duration: How long to look at it.
/// - Returns: What the whole process has used in that time.
/// - Throws: `CancellationError`.
public func rest(for duration: Duration) async throws -> (time: Duration, sleeps: Int) {
    let before = ProcessorTime.now
    try await Task.sleep(for: duration)
    let after = ProcessorTime.now
    return (after.time - before.time, after.sleeps - before.sleeps)
}
