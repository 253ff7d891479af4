import Foundation

/// Answers the calls of pages with methods that it was given. It knows nothing of the transport.
///
/// ```swift
/// let router = try RPCRouter([Ping()])
/// let answer = await router.answer(message, from: caller)
/// ```
public struct RPCRouter: Sendable {
    private typealias Handler = @Sendable (JSONText, RPCCaller) async throws -> JSONText

    private var handlers: [String: Handler] = [:]
    private let failed: @Sendable (String, any Error) -> Void

    /// Makes a router.
    ///
    /// - Parameters:
    ///   - methods: The methods.
    ///   - failed: Is told the name of a method and the error that it threw, if the page is told of an internal error only.
    /// - Throws: ``RPCNameError`` if two methods have one name, or if a name is empty or reserved.
    public init(
        _ methods: [any RPCMethod],
        failed: @escaping @Sendable (_ method: String, _ error: any Error) -> Void = { _, _ in }
    ) throws {
        self.failed = failed
        for method in methods {
            try add(method)
        }
    }

    private mutating func add<Method: RPCMethod>(_ method: Method) throws {
        let name = Method.name
        guard RPCMethodName.isAllowed(name) else { throw RPCNameError(name: name, isRepeated: false) }
        guard handlers[name] == nil else { throw RPCNameError(name: name, isRepeated: true) }
        handlers[name] = { parameters, caller in
            let output = try await method.call(try Self.decoded(parameters), from: caller)
            let result = try JSONText(encoding: output)
            guard result.isObject else { throw ResultIsNoObject() }
            return result
        }
    }

    /// Answers a message of a page.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - caller: The page.
    /// - Returns: The response, nil if the task was cancelled.
    public func answer(_ message: Data, from caller: RPCCaller) async -> RPCResponse? {
        let request: RPCRequest
        do {
            request = try RPCRequest(reading: message)
        } catch {
            return error.response
        }
        return await answer(request, from: caller)
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - caller: The page.
    /// - Returns: The response, nil if the task was cancelled.
    public func answer(_ request: RPCRequest, from caller: RPCCaller) async -> RPCResponse? {
        switch await call(request.method, parameters: request.parameters, from: caller) {
        case .success(let result)?: RPCResponse(id: request.id, result: result)
        case .failure(let error)?: RPCResponse(id: request.id, error: error)
        case nil: nil
        }
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - name: The name of the method.
    ///   - parameters: The parameters, nil if there are none.
    ///   - caller: The caller.
    /// - Returns: The result or the error, nil if the task was cancelled.
    public func call(
        _ name: String,
        parameters: JSONText?,
        from caller: RPCCaller
    ) async -> Result<JSONText, RPCError>? {
        guard let handler = handlers[name] else { return .failure(.unknownMethod(name)) }
        let parameters = parameters ?? .object([:])
        guard parameters.isObject else { return .failure(.invalidParameters("The parameters are not an object")) }
        do {
            return .success(try await handler(parameters, caller))
        } catch let error as RPCError {
            return .failure(error)
        } catch {
            // Nobody waits for the answer of a call that was cancelled.
            if Task.isCancelled || error is CancellationError { return nil }
            failed(name, error)
            return .failure(.internalError)
        }
    }

    private static func decoded<Parameters: Decodable>(_ json: JSONText) throws -> Parameters {
        do {
            return try json.decoded(as: Parameters.self)
        } catch let error as DecodingError {
            throw RPCError.invalidParameters(error.reason)
        }
    }

    private struct ResultIsNoObject: LocalizedError {
        let errorDescription: String? = "The result is not an object."
    }
}
