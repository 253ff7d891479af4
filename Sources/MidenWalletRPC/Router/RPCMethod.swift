/// A method that pages can call.
///
/// ```swift
/// struct Ping: RPCMethod {
///     struct Parameters: Decodable, Sendable { let pingParam1: String }
///     struct Output: Encodable, Sendable { let pong: String }
///
///     static let name = "MY_CUSTOM_PING_RPC_METHOD"
///
///     func call(_ parameters: Parameters, from caller: RPCCaller) async throws -> Output {
///         Output(pong: parameters.pingParam1)
///     }
/// }
/// ```
public protocol RPCMethod: Sendable {
    /// The parameters: an object. ``NoParameters`` if there are none.
    associatedtype Parameters: Decodable & Sendable
    /// The result: an object. ``NoOutput`` if there is nothing to say.
    associatedtype Output: Encodable & Sendable

    /// The name. That of an app's own method must not begin with `miden_` or `rpc.`.
    static var name: String { get }

    /// Answers a call.
    ///
    /// - Parameters:
    ///   - parameters: The parameters.
    ///   - caller: The caller.
    /// - Returns: The result.
    /// - Throws: An ``RPCError`` to answer with. Any other error is answered as ``RPCError/internalError``, which tells nothing
    ///   of it.
    func call(_ parameters: Parameters, from caller: RPCCaller) async throws -> Output
}

/// The parameters of a method that has none: an object whose members are ignored.
public struct NoParameters: Codable, Hashable, Sendable {
    private enum CodingKeys: CodingKey {}

    /// Makes an empty object.
    public init() {}

    /// Reads an object.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if it is none.
    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self)
    }

    /// Writes an empty object.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Nothing.
    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: CodingKeys.self)
    }
}

/// The result of a method that has nothing to say: an empty object.
public typealias NoOutput = NoParameters
