/// The error object that a page of the Miden wallet adapter gets and tests for.
public struct AdapterError: Error, Hashable, Sendable {
    /// The name of its class.
    public let name: String
    /// Its message.
    public let message: String

    /// Makes the error object that stands for an error of the wallet RPC.
    ///
    /// - Parameter error: The error.
    public init(_ error: RPCError) {
        switch error.code {
        case .rejected, .unauthorizedOrigin:
            name = "NotGrantedMidenWalletError"
            message = "NOT_GRANTED"
        case .notFound:
            name = "NotFoundMidenWalletError"
            message = "NOT_FOUND"
        case .invalidParameters, .payloadNotSigned:
            name = "InvalidParamsMidenWalletError"
            message = error.message.isEmpty ? "INVALID_PARAMS" : "INVALID_PARAMS: \(error.message)"
        case .wrongNetwork:
            name = "MidenWalletError"
            message = "NETWORK_NOT_GRANTED"
        case .unsupportedVersion:
            name = "MidenWalletError"
            message =
                "\(error.message). The module of the page and the wallet have different versions of the wallet RPC. Update"
                + " the older one"
        default:
            name = "MidenWalletError"
            message = error.message
        }
    }
}
