import Foundation

/// An event that a wallet sends to a page with a session.
public struct RPCEvent: Hashable, Sendable {
    static let method = "miden_event"

    /// The name of the event, such as `accountChange`.
    public let name: String
    /// What it is about, an object.
    public let details: JSONText?

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - name: The name of the event.
    ///   - details: What it is about, an object.
    public init(name: String, details: JSONText? = nil) {
        self.name = name
        self.details = details
    }

    /// The user chose another account for the origin.
    ///
    /// - Parameter session: The session as it is now.
    /// - Returns: The event.
    /// - Throws: `EncodingError` if the session cannot be written.
    public static func accountChange(_ session: Session) throws -> RPCEvent {
        RPCEvent(name: "accountChange", details: try JSONText(encoding: session))
    }

    /// The wallet is on another network.
    ///
    /// - Parameter network: The network.
    /// - Returns: The event.
    public static func networkChange(_ network: WalletNetwork) -> RPCEvent {
        RPCEvent(name: "networkChange", details: .object(["network": .string(network.rawValue)]))
    }

    /// A transaction that the origin requested got into another state.
    ///
    /// - Parameter change: The transaction and its state.
    /// - Returns: The event.
    /// - Throws: `EncodingError` if it cannot be written.
    public static func transactionChange(_ change: TransactionChange) throws -> RPCEvent {
        RPCEvent(name: "transactionChange", details: try JSONText(encoding: change))
    }

    /// The grant ended.
    public static let disconnect = RPCEvent(name: "disconnect")

    init(_ members: [String: JSONText]) throws(RPCError) {
        guard members["method"]?.string == Self.method, members["id"] == nil else {
            throw .invalidRequest("A wallet sends responses and events only")
        }
        guard let parameters = members["params"], let inner = try JSONScanner.scan(parameters.data),
            let name = inner["event"]?.string
        else { throw .invalidRequest("The event has no name") }
        if let details = inner["data"], !details.isObject {
            throw .invalidRequest("The data of the event is not an object")
        }
        self.init(name: name, details: inner["data"])
    }

    /// The message.
    public var data: Data {
        JSONText.object([
            "jsonrpc": .string("2.0"), "version": .number(RPCVersion.current), "method": .string(Self.method),
            "params": .object(["event": .string(name), "data": details]),
        ]).data
    }
}
