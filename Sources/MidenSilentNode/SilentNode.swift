import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A node that takes connections and never says a word: what waits for it waits until its time has passed.
public final class SilentNode: Sendable {
    private let descriptor: Int32
    private let port: UInt16

    /// Listens on a port of 127.0.0.1 that is free.
    ///
    /// - Throws: What the system says where it cannot be done.
    public init() throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else {
            throw Self.systemError()
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        // The kernel takes the connections.
        guard bound, listen(descriptor, 16) == 0 else {
            let error = Self.systemError()
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    /// Its address, as a wallet's configuration takes it.
    public var address: String { "http://127.0.0.1:\(port)" }

    private static func systemError() -> POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}
