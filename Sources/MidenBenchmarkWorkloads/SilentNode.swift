import Foundation

/// A node that takes connections and never says a word: what waits for it waits until it gives up.
public final class SilentNode: Sendable {
    private let descriptor: Int32
    private let port: UInt16

    /// Begins to listen, on a port of 127.0.0.1 that is free.
    public init() throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
                    // The kernel takes the connections.
                    && listen(descriptor, 16) == 0
            }
        }
        guard listens else {
            let reason = errno
            close(descriptor)
            throw POSIXError(POSIXErrorCode(rawValue: reason) ?? .EIO)
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        close(descriptor)
    }

    /// Where it listens.
    public var address: String { "http://127.0.0.1:\(port)" }
}
