// What an extension's socket asks before it may speak for pages.

extension Pairings {
    /// The methods that a socket can call before it is paired.
    package static let methods: Set<String> = [RPCMethodName.pair, RPCMethodName.resumePairing]

    /// Answers `miden_pair` and `miden_resumePairing`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - origin: The origin of the extension, as the browser states it.
    /// - Returns: The response, and the pairing of the socket if it has one now.
    package func answer(_ request: RPCRequest, from origin: String) -> (response: RPCResponse, pairing: Pairing?) {
        do {
            let (result, pairing) = try call(request, from: origin)
            return (RPCResponse(id: request.id, result: result), pairing)
        } catch let error as RPCError {
            return (RPCResponse(id: request.id, error: error), nil)
        } catch let error as DecodingError {
            return (RPCResponse(id: request.id, error: .invalidParameters(error.reason)), nil)
        } catch {
            return (RPCResponse(id: request.id, error: .internalError), nil)
        }
    }

    private func call(_ request: RPCRequest, from origin: String) throws -> (JSONText, Pairing?) {
        let parameters = request.parameters ?? .object([:])
        switch request.method {
        case RPCMethodName.pair:
            let code = try parameters.decoded(as: PairParameters.self).code
            let (pairing, token) = try pair(code: code, origin: origin)
            return (try JSONText(encoding: PairResult(token: token)), pairing)
        case RPCMethodName.resumePairing:
            let token = try parameters.decoded(as: ResumePairingParameters.self).token
            let pairing = try pairing(of: token, origin: origin)
            return (try JSONText(encoding: ResumePairingResult(paired: pairing != nil)), pairing)
        default: throw RPCError.unknownMethod(request.method)
        }
    }
}
