// The names that the Safari extension wallet library published.

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The name of the request of accounts in a message of a Safari extension.
public let GET_ACCOUNTS_REQUEST_METHOD = "NATIVE_GET_ACCOUNTS_METHOD"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The name of the request of signatures in a message of a Safari extension.
public let SIGN_PAYLOADS_REQUEST_METHOD = "NATIVE_SIGN_PAYLOADS_METHOD"

/// The errors that the Safari extension wallet library published.
public enum WalletlibRpcErrors {
    /// The message cannot be parsed.
    public static let parseError = RPCError(code: .parse, message: "Parse error")
    /// The message is no request.
    public static let invalidRequest = RPCError(code: .invalidRequest, message: "Invalid Request")
    /// There is no such method.
    public static let methodNotFound = RPCError(code: .unknownMethod, message: "Method not found")
    /// The parameters are not those of the method.
    public static let invalidParams = RPCError(code: .invalidParameters, message: "Invalid params")
    /// The wallet failed.
    public static let internalError = RPCError(code: .internalError, message: "Internal error")
    /// A payload was not signed.
    public static let notSigned = RPCError.payloadNotSigned
}
