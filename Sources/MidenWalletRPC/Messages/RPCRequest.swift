import Foundation

/// A request of a page: a call of a method.
public struct RPCRequest: Hashable, Sendable {
    /// The id, which the response repeats.
    public let id: RPCID
    /// The name of the method.
    public let method: String
    /// The parameters, nil if the request has none. Whether they are those of the method the router checks.
    public let parameters: JSONText?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - id: The id; a random one by default.
    ///   - method: The name of the method.
    ///   - parameters: The parameters, an object.
    public init(id: RPCID = RPCID(), method: String, parameters: JSONText? = nil) {
        self.id = id
        self.method = method
        self.parameters = parameters
    }

    /// Reads a message of a page.
    ///
    /// - Parameter data: The message.
    /// - Throws: ``RPCRefusal`` if it is no request of this version.
    public init(reading data: Data) throws(RPCRefusal) {
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
        let version = try RPCVersion.read(members)
        guard let id else { throw .invalidRequest("The id is not a string of 1 to 64 characters") }
        guard let method = members["method"]?.string, !method.isEmpty else {
            throw .invalidRequest("The request has no method")
        }
        guard members["result"] == nil, members["error"] == nil else {
            throw .invalidRequest("A request has neither a result nor an error")
        }
        try RPCVersion.require(version)
        self.init(id: id, method: method, parameters: members["params"])
    }

    /// The message.
    public var data: Data {
        JSONText.object([
            "jsonrpc": .string("2.0"), "version": .number(RPCVersion.current), "id": .string(id.text),
            "method": .string(method), "params": parameters,
        ]).data
    }
}
