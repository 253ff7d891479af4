import Foundation
import MidenSwiftClient

/// Files that are named on the command line.
enum InputFile {
    /// The bytes of a file, which may also be a pipe.
    static func bytes(at path: String) throws -> [UInt8] {
        let file = try handle(at: path)
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = withExtendedLifetime(file) { read(file.fileDescriptor, &part, part.count) }
            if count > 0 {
                bytes += part[..<count]
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw unreadable(path, errno)
            }
        }
    }

    /// The open file, which may also be a pipe. It is closed with its last reference.
    static func handle(at path: String) throws -> FileHandle {
        guard !path.isEmpty else {
            throw MidenError(
                code: .invalidParameter,
                kind: "file_unreadable",
                message: "No file was named: the path is empty."
            )
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw unreadable(path, errno)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw unreadable(path, errno)
        }
        // It can be opened, and says so only when it is read.
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw unreadable(path, EISDIR)
        }
        return file
    }

    private static func unreadable(_ path: String, _ number: Int32) -> MidenError {
        let reason =
            switch number {
            case ENOENT: "there is no such file"
            case EISDIR: "it is a folder"
            case ENOTDIR: "a part of its path is not a folder"
            case EACCES, EPERM: "you are not allowed to"
            default: String(cString: strerror(number))
            }
        return MidenError(
            code: .invalidParameter,
            kind: "file_unreadable",
            message: "The file \(path) cannot be read: \(reason)."
        )
    }

    /// A seed from a file that holds 32 bytes, or 64 hexadecimal digits. What is in it is never shown.
    static func seed(at path: String) throws -> [UInt8] {
        let bytes = try bytes(at: path)
        if bytes.count == 32 {
            return bytes
        }
        guard let seed = seed(hex: String(decoding: bytes, as: UTF8.self)) else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidSeed,
                message: "The file \(path) does not hold a seed: it should have exactly 32 bytes, or 64 hexadecimal"
                    + " digits; it has \(bytes.count) bytes."
            )
        }
        return seed
    }

    private static func seed(hex text: String) -> [UInt8]? {
        var digits = text.trimmingCharacters(in: .whitespacesAndNewlines)[...]
        if digits.hasPrefix("0x") {
            digits = digits.dropFirst(2)
        }
        let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard values.count == 64, digits.count == 64 else {
            return nil
        }
        return stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
    }
}
