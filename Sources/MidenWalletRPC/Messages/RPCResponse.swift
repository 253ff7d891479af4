import Foundation

/// A response of a wallet: the result of a call, or an error.
public struct RPCResponse: Hashable, Sendable {
    /// The id of the request, nil if the wallet could not read it.
    public let id: RPCID?
    /// The result, an object, or the error.
    public let outcome: Result<JSONText, RPCError>

    /// Makes the response to a call that succeeded.
    ///
    /// - Parameters:
    ///   - id: The id of the request.
    ///   - result: The result, an object.
    public init(id: RPCID, result: JSONText) {
        self.id = id
        outcome = .success(result)
    }

    /// Makes the response to a call that failed, or to a message that was refused.
    ///
    /// - Parameters:
    ///   - id: The id of the request, nil if it could not be read.
    ///   - error: The error.
    public init(id: RPCID?, error: RPCError) {
        self.id = id
        outcome = .failure(error)
    }

    init(_ members: [String: JSONText], id: RPCID?) throws(RPCError) {
        switch (members["result"], members["error"]) {
        case (nil, let error?):
            guard id != nil || members["id"] == JSONText.null else { throw .invalidRequest("The response has no id") }
            self.init(id: id, error: try RPCError(json: error))
        case (let result?, nil):
            guard let id else { throw .invalidRequest("The response has no id") }
            guard result.isObject else { throw .invalidRequest("The result is not an object") }
            self.init(id: id, result: result)
        default: throw .invalidRequest("A response has either a result or an error")
        }
    }

    /// The message. A result that makes it too large is replaced by an internal error.
    public var data: Data {
        let members: (JSONText?, JSONText?) =
            switch outcome {
            case .success(let result): (result, nil)
            case .failure(let error): (nil, error.json)
            }
        let text = JSONText.object([
            "jsonrpc": .string("2.0"), "version": .number(RPCVersion.current),
            "id": id.map { JSONText.string($0.text) } ?? JSONText.null,
            "result": members.0, "error": members.1,
        ])
        guard text.data.count <= JSONText.largestSize else { return RPCResponse(id: id, error: .internalError).data }
        return text.data
    }
}
