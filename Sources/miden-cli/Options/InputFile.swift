import Foundation
import MidenSwiftClient

/// Files that are named on the command line.
enum InputFile {
    /// The bytes of a file, which may also be a pipe.
    static func bytes(at path: String) throws -> [UInt8] {
        do {
            return Array(try handle(at: path).readToEnd() ?? Data())
        } catch let error as MidenError {
            throw error
        } catch {
            throw unreadable(path, error)
        }
    }

    /// The open file, which may also be a pipe. It is closed with its last reference.
    static func handle(at path: String) throws -> FileHandle {
        do {
            return try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw unreadable(path, error)
        }
    }

    private static func unreadable(_ path: String, _ error: any Error) -> MidenError {
        MidenError(
            code: .invalidParameter,
            kind: "file_unreadable",
            message: "The file \(path) cannot be read. Check the path and its permissions.",
            causes: [error.localizedDescription]
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
