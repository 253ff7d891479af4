import Foundation

/// A message of a wallet, as a page or another program reads it.
public enum WalletMessage: Hashable, Sendable {
    /// The response to a request.
    case response(RPCResponse)
    /// An event.
    case event(RPCEvent)

    /// Reads a message of a wallet.
    ///
    /// - Parameter data: The message.
    /// - Throws: ``RPCRefusal`` if it is neither a response nor an event of this version.
    public init(reading data: Data) throws {
        var id: RPCID?
        do throws(RPCError) {
            guard let members = try JSONScanner.scan(data) else {
                throw RPCError.invalidRequest("The message is not an object")
            }
            id = RPCID(json: members["id"])
            self = try Self(members, id: id)
        } catch {
            throw RPCRefusal(id: id, error: error)
        }
    }

    private init(_ members: [String: JSONText], id: RPCID?) throws(RPCError) {
        try RPCVersion.require(try RPCVersion.read(members))
        if members["method"] == nil {
            self = .response(try RPCResponse(members, id: id))
        } else {
            self = .event(try RPCEvent(members))
        }
    }
}
