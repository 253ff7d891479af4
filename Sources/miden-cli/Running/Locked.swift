import Foundation

/// A value that any thread may use, one at a time.
///
/// Unchecked, because the compiler cannot see the lock: `value` is private, and nothing touches it but ``withLock(_:)``,
/// which holds the lock for as long as it does. (`Mutex` needs macOS 15.)
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// Uses the value while nobody else does. The work must not come back here.
    func withLock<Result, Failure: Error>(
        _ work: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try work(&value)
    }
}
