import Foundation

/// A lock that one process holds at a time, and in a process one ``RPCFile``. The system releases it if the process ends.
package struct FileLock: Sendable {
    /// How long another process may hold it. A change takes milliseconds.
    private static let attempts = 500
    private static let pauseMicroseconds: UInt32 = 10_000

    private let descriptor: Int32

    /// Waits for the lock, at most 5 s.
    ///
    /// - Parameters:
    ///   - lockPath: The lock file, which stays: if it were removed two processes could lock different ones.
    ///   - path: The file that it is for.
    /// - Throws: ``RPCFileError``.
    package init(_ lockPath: String, of path: String) throws {
        descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RPCFileError.last("lock", path) }
        for _ in 0..<Self.attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(Self.pauseMicroseconds)
        }
        let code = errno
        _ = close(descriptor)
        throw code == EWOULDBLOCK || code == EINTR
            ? RPCFileError.inUse(path: path) : RPCFileError.system(path: path, operation: "lock", code: code)
    }

    /// Lets others have the lock.
    package func release() {
        _ = close(descriptor)
    }
}
