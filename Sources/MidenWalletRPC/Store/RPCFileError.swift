import Foundation

/// A file of the wallet RPC cannot be read or written. It was not changed.
public enum RPCFileError: Error, Hashable, Sendable {
    /// A later version of this library wrote the file.
    case newerVersion(path: String, version: Int, supported: Int)
    /// The file is not what it should be.
    case damaged(path: String, reason: String)
    /// What has to be kept exceeds the limits of the file.
    case full(path: String, reason: String)
    /// Another process has locked the file for too long.
    case inUse(path: String)
    /// The system refused an operation on the file, with this `errno`.
    case system(path: String, operation: String, code: Int32)
}

extension RPCFileError: LocalizedError {
    /// What is wrong and what to do, as a sentence.
    public var errorDescription: String? {
        switch self {
        case .newerVersion(let path, let version, let supported):
            """
            \(path) has version \(version), and this version of the library reads version \(supported). Update the app, or \
            move the file away to begin without it.
            """
        case .damaged(let path, let reason):
            "\(path) is damaged: \(reason). Restore it from a backup, or move it away to begin without it."
        case .full(let path, let reason):
            "\(path) is full: \(reason)."
        case .inUse(let path):
            "Another process has locked \(path). Try again after it has ended."
        case .system(let path, let operation, let code):
            "Could not \(operation) \(path): \(String(cString: strerror(code)))."
        }
    }
}
