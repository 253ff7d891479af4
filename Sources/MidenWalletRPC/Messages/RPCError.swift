import Foundation

/// An error of the wallet RPC, as it is sent to the page. `docs/wallet-rpc.md` lists them.
///
/// A handler throws one to answer with it. Any other error that a handler throws is answered as ``internalError``.
public struct RPCError: Error, Hashable, Sendable {
    /// A number that says which error it is.
    public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
        /// The number in the message.
        public let rawValue: Int

        /// Makes a code of its number.
        ///
        /// - Parameter rawValue: The number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Makes a code of its number.
        ///
        /// - Parameter value: The number.
        public init(integerLiteral value: Int) {
            rawValue = value
        }

        /// The message is not JSON.
        public static let parse: Self = -32700
        /// The message is no request.
        public static let invalidRequest: Self = -32600
        /// There is no such method.
        public static let unknownMethod: Self = -32601
        /// The parameters are not those of the method.
        public static let invalidParameters: Self = -32602
        /// The wallet failed.
        public static let internalError: Self = -32603
        /// There is no session.
        public static let notFound: Self = -32001
        /// The origin sent too many requests.
        public static let rateLimited: Self = -32005
        /// The message has another version.
        public static let unsupportedVersion: Self = -32006
        /// The message is too large.
        public static let payloadTooLarge: Self = -32010
        /// The wallet is locked.
        public static let locked: Self = -32011
        /// Another process has the wallet open.
        public static let busy: Self = -32012
        /// A payload was not signed.
        public static let payloadNotSigned: Self = -3
        /// The user declined, or did not answer.
        public static let rejected: Self = 4001
        /// The origin has no grant for this.
        public static let unauthorizedOrigin: Self = 4100
        /// The wallet has the method and does not carry it out.
        public static let unsupportedMethod: Self = 4200
        /// The wallet was disconnected while connecting.
        public static let disconnected: Self = 4900
        /// The wallet is on another network.
        public static let wrongNetwork: Self = 4901

        /// All codes of the specification.
        public static let specified: [Self] = [
            .parse, .invalidRequest, .unknownMethod, .invalidParameters, .internalError, .notFound, .rateLimited,
            .unsupportedVersion, .payloadTooLarge, .locked, .busy, .payloadNotSigned, .rejected, .unauthorizedOrigin,
            .unsupportedMethod, .disconnected, .wrongNetwork,
        ]
    }

    /// Which error it is.
    public let code: Code
    /// A sentence for people.
    public let message: String
    /// An object with more about it.
    public let data: JSONText?

    /// Makes an error, such as one of an app's own.
    ///
    /// - Parameters:
    ///   - code: Which error it is.
    ///   - message: A sentence for people.
    ///   - data: An object with more about it.
    public init(code: Code, message: String, data: JSONText? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }
}

extension RPCError {
    /// The message is not JSON.
    public static let parse = RPCError(code: .parse, message: "The message is not JSON")
    /// The wallet failed. It tells nothing of the cause.
    public static let internalError = RPCError(code: .internalError, message: "The wallet failed")
    /// There is no session.
    public static let notFound = RPCError(code: .notFound, message: "There is no session")
    /// The message is too large.
    public static let payloadTooLarge = RPCError(
        code: .payloadTooLarge,
        message: "The message is larger than \(JSONText.largestSize) bytes"
    )
    /// The wallet is locked.
    public static let locked = RPCError(code: .locked, message: "The wallet is locked")
    /// Another process has the wallet open.
    public static let busy = RPCError(code: .busy, message: "The wallet is busy")
    /// A payload was not signed.
    public static let payloadNotSigned = RPCError(code: .payloadNotSigned, message: "Payload not signed")
    /// The user declined.
    public static let declined = RPCError(code: .rejected, message: "The user declined")
    /// The user did not answer in time.
    public static let notAnswered = RPCError(code: .rejected, message: "The user did not answer")
    /// The origin has no grant for this.
    public static let unauthorizedOrigin = RPCError(
        code: .unauthorizedOrigin,
        message: "The origin has no grant for this"
    )
    /// The wallet was disconnected while connecting.
    public static let disconnected = RPCError(
        code: .disconnected,
        message: "The wallet was disconnected while connecting"
    )

    /// The message is no request.
    ///
    /// - Parameter reason: What is wrong, as a sentence.
    /// - Returns: The error.
    public static func invalidRequest(_ reason: String) -> RPCError {
        RPCError(code: .invalidRequest, message: reason)
    }

    /// There is no such method.
    ///
    /// - Parameter name: The method's name.
    /// - Returns: The error.
    public static func unknownMethod(_ name: String) -> RPCError {
        RPCError(code: .unknownMethod, message: "There is no method \(name.prefix(128))")
    }

    /// The parameters are not those of the method.
    ///
    /// - Parameter reason: What is wrong.
    /// - Returns: The error.
    public static func invalidParameters(_ reason: String) -> RPCError {
        RPCError(code: .invalidParameters, message: reason)
    }

    /// The origin sent too many requests.
    ///
    /// - Parameter seconds: When it may ask again, from now.
    /// - Returns: The error.
    public static func rateLimited(retryAfter seconds: Int) -> RPCError {
        RPCError(
            code: .rateLimited,
            message: "Too many requests",
            data: .object(["retryAfter": .number(seconds)])
        )
    }

    /// The message has another version.
    ///
    /// - Parameter version: The message's version.
    /// - Returns: The error.
    public static func unsupportedVersion(_ version: Double) -> RPCError {
        let number = Int(exactly: version).map(String.init) ?? "\(version)"
        return RPCError(
            code: .unsupportedVersion,
            message: "Version \(number) is not supported",
            data: JSONText(trusted: Data("{\"supported\":[\(RPCVersion.current)]}".utf8))
        )
    }

    /// The wallet has the method and does not carry it out.
    ///
    /// - Parameter reason: What it does not do, as a sentence.
    /// - Returns: The error.
    public static func unsupportedMethod(_ reason: String) -> RPCError {
        RPCError(code: .unsupportedMethod, message: reason)
    }

    /// The page asked for another network than the wallet's.
    ///
    /// - Parameter network: The wallet's network.
    /// - Returns: The error.
    public static func wrongNetwork(_ network: WalletNetwork) -> RPCError {
        RPCError(code: .wrongNetwork, message: "The wallet is on \(network.rawValue)")
    }
}

extension RPCError: LocalizedError {
    /// The sentence of ``message``.
    public var errorDescription: String? { message }
}

extension RPCError {
    /// Reads the member `error` of a response.
    init(json: JSONText) throws(RPCError) {
        let unreadable = RPCError.invalidRequest("The error has no code or no message")
        guard json.isObject, let members = try JSONScanner.scan(json.data),
            let code = try? members["code"]?.decoded(as: Int.self),
            let message = members["message"]?.string
        else { throw unreadable }
        if let data = members["data"], !data.isObject {
            throw .invalidRequest("The data of the error is not an object")
        }
        self.init(code: Code(rawValue: code), message: message, data: members["data"])
    }

    var json: JSONText {
        .object(["code": .number(code.rawValue), "message": .string(message), "data": data])
    }
}
