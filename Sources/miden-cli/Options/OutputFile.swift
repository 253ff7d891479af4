import Foundation
import MidenSwiftClient

/// Files that a command makes.
enum OutputFile {
    /// Writes a new file that only its owner can read. One that is there already is left as it is.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw unwritable(path, errno)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: Data(bytes))
            try file.synchronize()
        } catch {
            let number = errno
            // Half a file is worse than none.
            try? FileManager.default.removeItem(atPath: path)
            throw unwritable(path, number)
        }
    }

    /// Refuses a file that is there already, before anybody is asked anything.
    static func requireNew(_ path: String) throws {
        var status = stat()
        if lstat(path, &status) == 0 {
            throw unwritable(path, EEXIST)
        }
    }

    private static func unwritable(_ path: String, _ number: Int32) -> MidenError {
        let reason =
            switch number {
            case EEXIST: "there is such a file already, and it was left as it is"
            case ENOENT where path.isEmpty: "the path is empty"
            case ENOENT: "its folder is not there"
            case EACCES, EPERM, EROFS: "you are not allowed to"
            default: String(cString: strerror(number))
            }
        return MidenError(
            code: .invalidParameter,
            kind: "file_unwritable",
            message: "The file \(path) cannot be written: \(reason)."
        )
    }
}
