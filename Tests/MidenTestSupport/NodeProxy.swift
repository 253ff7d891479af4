import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Stands between a wallet and a node, and lets the wallet meet a node as nodes are on bad days.
///
/// Knows nothing of what it passes on: an answer is whatever the node has written at a time.
package final class NodeProxy: @unchecked Sendable {
    /// How the node seems to be.
    package enum Weather: Sendable {
        /// As it is.
        case fair
        /// Each answer comes so much later.
        case late(TimeInterval)
        /// So many answers come, and then none.
        case silent(after: Int)
        /// All connections are cut, and new ones are too.
        case gone
        /// Each new connection makes an alteration of its own, which changes the bytes of answers, and says whether the
        /// connection goes on.
        case altered(@Sendable () -> Alteration)
    }

    /// Changes what was read of an answer.
    package typealias Alteration = (_ bytes: inout [UInt8]) -> Bool

    private let node: UInt16
    private let listener: Int32
    private let port: UInt16
    // What follows belongs to whoever has the lock of this.
    private let change = NSCondition()
    private var weather = Weather.fair
    private var sockets: Set<Int32> = []
    private var waiting = 0
    private var listeners: [AsyncStream<Void>.Continuation] = []

    /// Begins to listen.
    ///
    /// - Parameter node: The port of the node, on this machine.
    /// - Throws: Where there is no port to listen at.
    package init(node: UInt16) throws {
        self.node = node
        listener = try Self.newSocket()
        var address = Self.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [listener] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound, listen(listener, 64) == 0 else {
            throw Failed(call: "bind", code: errno)
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept() }
    }

    /// Where the wallet finds the node.
    package var address: String { "http://127.0.0.1:\(port)" }

    /// Changes how the node seems to be, for connections there are, too.
    package func become(_ weather: Weather) {
        change.withLock {
            self.weather = weather
            if case .gone = weather {
                for socket in sockets {
                    shutdown(socket, Int32(SHUT_RDWR))
                }
            }
            change.broadcast()
        }
    }

    /// A stream without elements that ends once an answer of the node is held back.
    package func silence() -> AsyncStream<Void> {
        let (silence, begun) = AsyncStream.makeStream(of: Void.self)
        change.withLock {
            if waiting > 0 {
                begun.finish()
            } else {
                listeners.append(begun)
            }
        }
        return silence
    }

    /// Waits until an answer of the node is held back.
    ///
    /// - Throws: If the task is cancelled first.
    package func waitUntilSilent() async throws {
        for await _ in silence() {}
        try Task.checkCancellation()
    }

    /// Listens no more, and cuts all connections.
    package func close() {
        become(.gone)
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private struct Failed: Error {
        let call: String
        let code: Int32
    }

    private func accept() {
        while true {
            let wallet = Self.accepted(listener)
            guard wallet >= 0 else {
                Self.closeSocket(listener)
                return
            }
            guard let node = connected() else {
                Self.closeSocket(wallet)
                continue
            }
            change.withLock {
                sockets.formUnion([wallet, node])
                if case .gone = weather {
                    shutdown(wallet, Int32(SHUT_RDWR))
                    shutdown(node, Int32(SHUT_RDWR))
                }
            }
            let requests = DispatchSemaphore(value: 0)
            Thread.detachNewThread { [self] in
                pass(from: wallet, to: node, isAnswer: false)
                requests.signal()
            }
            Thread.detachNewThread { [self] in
                pass(from: node, to: wallet, isAnswer: true)
                requests.wait()
                change.withLock {
                    sockets.subtract([wallet, node])
                    Self.closeSocket(wallet)
                    Self.closeSocket(node)
                }
            }
        }
    }

    private func connected() -> Int32? {
        if case .gone = change.withLock({ weather }) {
            return nil
        }
        guard let socket = try? Self.newSocket() else {
            return nil
        }
        var address = Self.loopback(port: node)
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if !isConnected {
            Self.closeSocket(socket)
            return nil
        }
        return socket
    }

    private func pass(from: Int32, to: Int32, isAnswer: Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let alteration = isAnswer ? newAlteration() : nil
        reading: while true {
            let count = read(from, &buffer, buffer.count)
            guard count > 0, !isAnswer || mayPass() else {
                break
            }
            var bytes = Array(buffer[..<count])
            if let alteration, !alteration(&bytes) {
                break
            }
            var written = 0
            while written < bytes.count {
                let more = bytes[written...].withUnsafeBytes {
                    send(to, $0.baseAddress, $0.count, Self.noSignal)
                }
                guard more > 0 else {
                    break reading
                }
                written += more
            }
        }
        shutdown(from, Int32(SHUT_RDWR))
        shutdown(to, Int32(SHUT_RDWR))
    }

    /// What changes the answers of a connection that begins now.
    private func newAlteration() -> Alteration? {
        if case .altered(let make) = change.withLock({ weather }) { make() } else { nil }
    }

    /// Waits until an answer may go on, and says whether it still should.
    private func mayPass() -> Bool {
        change.lock()
        defer { change.unlock() }
        while true {
            switch weather {
            case .fair, .altered:
                return true
            case .gone:
                return false
            case .late(let delay):
                change.unlock()
                Thread.sleep(forTimeInterval: delay)
                change.lock()
                if case .gone = weather {
                    return false
                }
                return true
            case .silent(after: let answers):
                if answers > 0 {
                    weather = .silent(after: answers - 1)
                    return true
                }
                waiting += 1
                for listener in listeners {
                    listener.finish()
                }
                listeners = []
                change.wait()
                waiting -= 1
            }
        }
    }

    #if canImport(Glibc)
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
        private static let noSignal: Int32 = 0
    #endif

    private static func newSocket() throws -> Int32 {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        guard descriptor >= 0 else {
            throw Failed(call: "socket", code: errno)
        }
        return descriptor
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }
}

// The names of the C functions, where methods have the same.
extension NodeProxy {
    fileprivate static func accepted(_ listener: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.accept(listener, nil, nil)
        #else
            Darwin.accept(listener, nil, nil)
        #endif
    }

    fileprivate static func closeSocket(_ socket: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(socket)
        #else
            _ = Darwin.close(socket)
        #endif
    }
}
