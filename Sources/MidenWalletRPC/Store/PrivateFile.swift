import Foundation

/// What tells whether a file is still the same: another one replaces it with each change. The inode of a file that is open is
/// not given to another one.
package struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int
}

/// An open file that only its owner can read. It is closed with the last reference.
package final class PrivateFile: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Opens a file, nil if there is none.
    package init?(reading path: String) throws {
        // Without O_NONBLOCK the open of a pipe would wait for a writer.
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else {
            if errno == ENOENT { return nil }
            throw RPCFileError.last("open", path)
        }
        descriptor = opened
        self.path = path
    }

    /// Makes a file.
    package init(making path: String) throws {
        let opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw RPCFileError.last("write", path) }
        descriptor = opened
        self.path = path
    }

    deinit {
        _ = close(descriptor)
    }

    /// What tells whether it is still the same.
    package func identity() throws -> FileIdentity {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw RPCFileError.last("read", path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RPCFileError.damaged(path: path, reason: "it is not a regular file")
        }
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        return FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(status.st_ino),
            size: Int(status.st_size),
            seconds: Int(changed.tv_sec),
            nanoseconds: Int(changed.tv_nsec)
        )
    }

    /// Reads the file, and no more of it than a limit.
    package func bytes(atMost limit: Int) throws -> Data {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        do {
            return try handle.read(upToCount: limit) ?? Data()
        } catch {
            throw RPCFileError.system(path: path, operation: "read", code: EIO)
        }
    }

    /// Writes bytes and waits until they are on the disk.
    package func write(_ bytes: Data) throws {
        do {
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: bytes)
        } catch {
            throw RPCFileError.system(path: path, operation: "write", code: errno)
        }
        guard fsync(descriptor) == 0 else { throw RPCFileError.last("write", path) }
    }

    /// Replaces a file, or makes it: the bytes are in a new file that is on the disk before it gets the name. The
    /// caller holds the lock of the file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: What it has afterwards.
    /// - Returns: The new file, open.
    /// - Throws: ``RPCFileError``.
    @discardableResult
    package static func replace(_ path: String, with bytes: Data) throws -> PrivateFile {
        let temporary = path + ".new"
        // The lock is held, so this is what a process left that was killed.
        unlink(temporary)
        do {
            let file = try PrivateFile(making: temporary)
            try file.write(bytes)
            guard rename(temporary, path) == 0 else { throw RPCFileError.last("replace", path) }
            try syncFolder(of: path)
            return file
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Removes a file.
    ///
    /// - Parameter path: The file.
    /// - Returns: Whether there was one.
    /// - Throws: ``RPCFileError``.
    @discardableResult
    package static func remove(_ path: String) throws -> Bool {
        guard unlink(path) == 0 else {
            guard errno == ENOENT else { throw RPCFileError.last("remove", path) }
            return false
        }
        try syncFolder(of: path)
        return true
    }

    /// Waits until the name of a file is on the disk.
    package static func syncFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RPCFileError.last("open the folder of", path) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw RPCFileError.last("write the folder of", path) }
    }
}

extension RPCFileError {
    /// The error of the system call that failed last.
    package static func last(_ operation: String, _ path: String) -> RPCFileError {
        .system(path: path, operation: operation, code: errno)
    }
}
