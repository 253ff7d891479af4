import Foundation
import MidenSwiftClient

/// An open regular file that the command line names. It is closed with its last reference.
struct InputFile {
    let path: String
    private let handle: FileHandle
    private let status: stat

    /// Opens a file. Fails for everything else that a path can name: a device has no end, and a pipe may never have one.
    init(at path: String) throws {
        guard !path.isEmpty else {
            throw Self.unreadable("No file was named: the path is empty.")
        }
        // Does not wait until somebody writes to a pipe. What was opened is looked at, not the path, which may be exchanged.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Self.unreadable(path, because: Self.reason(errno))
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.path = path
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw Self.unreadable(path, because: Self.reason(errno))
        }
        self.status = status
        if let other = Self.kindOtherThanFile(status.st_mode) {
            throw Self.unreadable(path, because: other)
        }
    }

    /// The number by which it is read. Valid for as long as the file is.
    var descriptor: Int32 { handle.fileDescriptor }

    /// Who may do what with it.
    var permissions: mode_t { status.st_mode & 0o7777 }

    /// The bytes of the file.
    ///
    /// - Parameters:
    ///   - kind: What it should hold, which says how large it may be.
    ///   - deadline: When to give up.
    /// - Returns: All of the file.
    /// - Throws: A usage error if the file is too large or cannot be read, or when the time is over.
    func bytes(of kind: InputKind, until deadline: InputDeadline) throws -> [UInt8] {
        let maximum = kind.maximumSize
        guard status.st_size <= maximum else {
            throw tooLarge(maximum)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            try deadline.check()
            let count = read(descriptor, &part, part.count)
            if count > 0 {
                bytes += part[..<count]
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw Self.unreadable(path, because: Self.reason(errno))
            }
            // A file can grow while it is read, and files of /proc have no size.
            guard bytes.count <= maximum else {
                throw tooLarge(maximum)
            }
        }
    }

    private func tooLarge(_ maximum: Int) -> MidenError {
        let size = maximum >= 1 << 20 ? "\(maximum >> 20) MiB" : "\(maximum >> 10) KiB"
        return MidenError(
            code: .invalidParameter,
            kind: "file_too_large",
            message: "The file \(path) is too large: it may have \(size) at most."
        )
    }

    private static func kindOtherThanFile(_ mode: mode_t) -> String? {
        switch mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "it is a folder"
        case S_IFIFO: "it is a pipe, and only files are read"
        case S_IFSOCK: "it is a socket, and only files are read"
        default: "it is a device, and only files are read"
        }
    }

    private static func reason(_ number: Int32) -> String {
        switch number {
        case ENOENT: "there is no such file"
        case ENOTDIR: "a part of its path is not a folder"
        case EACCES, EPERM: "you are not allowed to"
        case ENXIO: "it is a socket, and only files are read"
        default: String(cString: strerror(number))
        }
    }

    private static func unreadable(_ path: String, because reason: String) -> MidenError {
        unreadable("The file \(path) cannot be read: \(reason).")
    }

    private static func unreadable(_ message: String) -> MidenError {
        MidenError(code: .invalidParameter, kind: "file_unreadable", message: message)
    }
}
