import Foundation

/// A message to the Rust core, with the reply it gets. One golden file in `include/messages/` shows each.
protocol Request: Encodable, Sendable {
    /// What comes back.
    associatedtype Reply: Sendable

    /// The operation's number in the C header.
    static var operation: UInt32 { get }

    /// Whether the operation makes a transaction, and so has the longer of the two timeouts.
    static var isTransaction: Bool { get }

    /// Whether there may be new events when it has ended, whatever its end.
    static var mayBringEvents: Bool { get }

    /// The bytes that cross.
    func payload() throws(MidenError) -> Data

    /// Reads the bytes that come back.
    static func reply(from bytes: Data) throws(MidenError) -> Reply
}

extension Request {
    static var isTransaction: Bool { false }

    /// A transaction catches up with the chain first, where the wallet is far behind.
    static var mayBringEvents: Bool { isTransaction }

    func payload() throws(MidenError) -> Data {
        try Wire.encode(self)
    }
}

extension Request where Reply: Decodable {
    static func reply(from bytes: Data) throws(MidenError) -> Reply {
        try Wire.decode(Reply.self, from: bytes)
    }
}

extension Request where Reply == Void {
    static func reply(from bytes: Data) throws(MidenError) {}
}

/// A request that says all by its operation: no bytes cross.
protocol BareRequest: Request {}

extension BareRequest {
    func payload() throws(MidenError) -> Data {
        Data()
    }
}
