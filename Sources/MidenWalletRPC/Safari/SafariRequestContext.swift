import Foundation

/// What the native side of a Safari extension gets a request in and answers it through. In an app this is
/// `NSExtensionContext`.
///
/// The functions have the names that the Safari extension wallet library published.
public protocol SafariRequestContext {
    /// The message of the extension, as Safari delivers it.
    var rpcMessage: Any? { get }

    /// Answers the request.
    ///
    /// - Parameter message: The message of the response.
    func completeRpcRequest(returning message: [String: Any])
}

extension SafariRequestContext {
    /// The request.
    ///
    /// - Returns: The request; a message that cannot be parsed has no method.
    public func rpcRequest() -> SafariRequest {
        SafariRequest(message: rpcMessage)
    }

    /// The id of the request.
    ///
    /// - Returns: The id, nil if there is none or the message cannot be parsed.
    public func requestId() -> String? {
        rpcRequest().id
    }

    /// The name of the method, such as ``GET_ACCOUNTS_REQUEST_METHOD``.
    ///
    /// - Returns: The name, nil if the message cannot be parsed.
    public func requestMethod() -> String? {
        rpcRequest().publishedMethod
    }

    /// Decodes the parameters.
    ///
    /// - Parameter type: The type of the parameters.
    /// - Returns: The parameters, nil if there are none or they cannot be decoded.
    public func decodeRpcRequestParameter<T: Decodable>(toType type: T.Type) -> T? {
        try? rpcRequest().parameters()?.decoded(as: type)
    }

    /// Answers the request with a result, or with an error if the result cannot be encoded.
    ///
    /// - Parameter result: The result.
    public func completeRpcRequestWith(result: any Encodable) {
        if let text = try? JSONText(encoding: result) {
            complete(rpcRequest().response(result: text))
        } else {
            completeRpcRequestWith(error: WalletlibRpcErrors.internalError)
        }
    }

    /// Answers the request with an error.
    ///
    /// - Parameter error: The error.
    public func completeRpcRequestWith(error: RPCError) {
        complete(rpcRequest().response(error: error))
    }

    /// Answers the request with an error.
    ///
    /// - Parameters:
    ///   - errorCode: The code of the error.
    ///   - errorMessage: A sentence for people.
    public func completeRpcRequestWith(errorCode: Int, errorMessage: String) {
        completeRpcRequestWith(error: RPCError(code: RPCError.Code(rawValue: errorCode), message: errorMessage))
    }

    /// Answers the request with an error. In the newer envelope its code is that of an internal error.
    ///
    /// - Parameter errorMessage: A sentence for people.
    public func completeRpcRequestWith(errorMessage: String) {
        completeRpcRequestWith(error: RPCError(code: .internalError, message: errorMessage))
    }

    /// Answers the request with the response of a router.
    ///
    /// - Parameter response: The response.
    public func complete(_ response: SafariResponse) {
        completeRpcRequest(returning: response.message)
    }
}
