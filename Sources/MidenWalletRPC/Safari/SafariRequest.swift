import Foundation

/// A request of a Safari extension, in one of the two envelopes that the Safari extension wallet library published.
///
/// A message that cannot be read has no method, no parameters and no id.
public struct SafariRequest: Hashable, Sendable {
    /// The form of the messages.
    public enum Envelope: Hashable, Sendable {
        /// `{method, params}`, and errors without a code.
        case version0_1
        /// JSON-RPC 2.0.
        case version0_2
    }

    /// The form of the message, and of its response.
    public let envelope: Envelope
    /// The id, which the response repeats; nil if there is none.
    public let id: String?
    /// The name of the method as the extension sent it; nil if there is none.
    public let publishedMethod: String?
    /// The JSON text of the parameters; nil if there are none.
    public let parametersText: String?

    /// Reads a message as Safari delivers it.
    ///
    /// - Parameter message: The message.
    public init(message: Any?) {
        let members = message as? [String: Any] ?? [:]
        envelope = members["jsonrpc"] == nil ? .version0_1 : .version0_2
        id = members["id"] as? String
        publishedMethod = members["method"] as? String
        parametersText = members["params"] as? String
    }

    /// The name of the method as a router knows it: the two names of the Safari library stand for `miden_getAccounts` and
    /// `miden_signPayloads`.
    public var method: String? {
        switch publishedMethod {
        case GET_ACCOUNTS_REQUEST_METHOD: RPCMethodName.getAccounts
        case SIGN_PAYLOADS_REQUEST_METHOD: RPCMethodName.signPayloads
        default: publishedMethod
        }
    }

    /// The parameters, nil if there are none.
    ///
    /// - Returns: The parameters.
    /// - Throws: ``RPCError`` if they are not JSON within the limits of a message.
    public func parameters() throws -> JSONText? {
        try parametersText.map { try JSONText(Data($0.utf8)) }
    }

    /// The response with a result.
    ///
    /// - Parameter result: The result.
    /// - Returns: The response.
    public func response(result: JSONText) -> SafariResponse {
        SafariResponse(request: self, outcome: .success(result))
    }

    /// The response with an error. If the user declined a request of signatures it is the Safari library's error for that.
    ///
    /// - Parameter error: The error.
    /// - Returns: The response.
    public func response(error: RPCError) -> SafariResponse {
        let isDeclinedSignature = publishedMethod == SIGN_PAYLOADS_REQUEST_METHOD && error.code == .rejected
        return SafariResponse(request: self, outcome: .failure(isDeclinedSignature ? .payloadNotSigned : error))
    }
}

/// The response to a request of a Safari extension.
public struct SafariResponse: Hashable, Sendable {
    /// The request.
    public let request: SafariRequest
    /// The result or the error.
    public let outcome: Result<JSONText, RPCError>

    /// The message for Safari.
    public var message: [String: Any] {
        var message: [String: Any]
        switch outcome {
        case .success(let result):
            message = ["result": String(decoding: result.data, as: UTF8.self), "error": NSNull()]
        case .failure(let error):
            var members: [String: Any] = ["message": error.message]
            if request.envelope == .version0_2 { members["code"] = error.code.rawValue }
            message = ["result": NSNull(), "error": members]
        }
        if request.envelope == .version0_2 {
            message["jsonrpc"] = "2.0"
            message["id"] = request.id.map { $0 as Any } ?? NSNull()
        }
        return message
    }
}

extension RPCRouter {
    /// Answers a request of the wallet's own Safari extension.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, nil if the task was cancelled.
    public func answer(_ request: SafariRequest) async -> SafariResponse? {
        guard let method = request.method else {
            return request.response(error: .invalidRequest("The request has no method"))
        }
        let parameters: JSONText?
        do {
            parameters = try request.parameters()
        } catch {
            return request.response(error: .invalidParameters("The parameters are not JSON"))
        }
        switch await call(method, parameters: parameters, from: .safariExtension) {
        case .success(let result)?: return request.response(result: result)
        case .failure(let error)?: return request.response(error: error)
        case nil: return nil
        }
    }
}
