/// Why a message was refused, with its id if that could be read.
public struct RPCRefusal: Error, Hashable, Sendable {
    /// The id of the message, nil if it has none that can be read.
    public let id: RPCID?
    /// What is wrong with it.
    public let error: RPCError

    package init(id: RPCID?, error: RPCError) {
        self.id = id
        self.error = error
    }

    /// What a wallet answers if it refuses a request.
    public var response: RPCResponse { RPCResponse(id: id, error: error) }
}
