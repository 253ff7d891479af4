import Foundation

/// Where bytes go.
protocol ByteSink: Sendable {
    /// Writes all of them, or throws.
    func write(_ bytes: [UInt8]) throws(OutputFailure)
}

/// That something could not be written.
struct OutputFailure: Error {
    let reason: String
}

/// An open file, pipe or terminal.
struct FileDescriptor: ByteSink {
    let number: Int32

    func write(_ bytes: [UInt8]) throws(OutputFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw OutputFailure(reason: String(cString: strerror(errno)))
            }
        }
    }
}
