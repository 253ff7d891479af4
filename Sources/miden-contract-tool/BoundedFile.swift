import Foundation

/// Input files, which are read up to a size.
enum BoundedFile {
    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - maximum: The largest size, in bytes.
    ///   - followsLinks: Whether the path may be a symbolic link. An error quotes what is in a text, so a link must not lead to
    ///     the text of somebody else.
    /// - Returns: All of the file.
    /// - Throws: A problem if there is none, if it is no regular file, if it is too large, or if it cannot be read.
    static func bytes(
        at path: String,
        atMost maximum: Int,
        followingLinks followsLinks: Bool = true
    ) throws(Problem) -> Data {
        // Does not wait until somebody writes to a pipe. What was opened is looked at, not the path, which may be exchanged.
        let links = followsLinks ? 0 : O_NOFOLLOW
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | links)
        guard descriptor >= 0 else {
            throw Problem(in: path, "The file cannot be read: \(reason(errno)).")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw Problem(in: path, "The file cannot be read: \(reason(errno)).")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Problem(in: path, "This is no regular file. A contract is a file, not a folder, a pipe or a device.")
        }
        let bytes: Data
        do {
            // One more than there may be: a file can grow while it is read.
            bytes = try file.read(upToCount: maximum + 1) ?? Data()
        } catch {
            throw Problem(in: path, "The file cannot be read: \(error.localizedDescription)")
        }
        guard bytes.count <= maximum else {
            throw Problem(in: path, "The file is too large: it may have \(maximum >> 10) KiB at most.")
        }
        return bytes
    }

    private static func reason(_ number: Int32) -> String {
        switch number {
        case ENOENT: "there is no such file"
        case EACCES, EPERM: "you are not allowed to"
        case ELOOP: "it is a symbolic link"
        case ENXIO: "it is a socket"
        default: String(cString: strerror(number))
        }
    }
}
