import Foundation
import MidenSwiftClient

/// Reads what the command line names: files and open descriptors.
///
/// A command reads its input before it opens the wallet: what never ends, or never comes, keeps no other command out.
struct InputReader: Sendable {
    private let deadline: InputDeadline

    /// Starts the time.
    ///
    /// - Parameter timeout: How long all of the input may take.
    init(timeout: Duration) {
        deadline = InputDeadline(after: timeout)
    }

    /// The bytes of a file.
    func bytes(of kind: InputKind, at path: String) throws -> [UInt8] {
        try InputFile(at: path).bytes(of: kind, until: deadline)
    }

    /// The text of a file.
    func text(of kind: InputKind, at path: String) throws -> String {
        guard let text = String(validating: try bytes(of: kind, at: path), as: UTF8.self) else {
            throw MidenError(
                code: .invalidParameter,
                kind: "file_unreadable",
                message: "The file \(path) cannot be read: it is no text in UTF-8."
            )
        }
        return text
    }

    /// The first line of a file.
    func firstLine(of file: InputFile) async throws -> String {
        let line = FirstLine(descriptor: file.descriptor, name: "The file \(file.path)", deadline: deadline)
        defer { withExtendedLifetime(file) {} }
        return try await line.text()
    }

    /// The first line from an open descriptor: of a file, a pipe or a terminal. Nobody types against the clock.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - longest: How many bytes the line has at most.
    /// - Returns: The line, without its end.
    /// - Throws: A usage error if it cannot be read, or when the time is over.
    func firstLine(ofDescriptor descriptor: Int32, longest: Int = 4096) async throws -> String {
        try await FirstLine(
            descriptor: descriptor,
            name: descriptor == STDIN_FILENO ? "Standard input" : "File descriptor \(descriptor)",
            deadline: isatty(descriptor) == 1 ? nil : deadline,
            longest: longest
        ).text()
    }

    /// A seed from a file that holds 32 bytes, or 64 hexadecimal digits. What is in it is never shown.
    func seed(at path: String) throws -> [UInt8] {
        let bytes = try bytes(of: .secret, at: path)
        if bytes.count == 32 {
            return bytes
        }
        guard let seed = Self.seed(hex: String(decoding: bytes, as: UTF8.self)) else {
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
