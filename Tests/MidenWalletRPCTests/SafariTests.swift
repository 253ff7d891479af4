import Foundation
import MidenTestSupport
import MidenWalletRPC
import Testing

@Suite("Safari extensions")
struct SafariTests {
    private static let address = "mtst1ap2qrmeks90y052tv50ga95p2v9h48yj"

    private static func context(_ message: String) throws -> NSExtensionContext {
        NSExtensionContext(message: try JSON(message).value)
    }

    // MARK: - The example messages

    @Test("requests: of the examples: are read as method and parameters")
    func requests() throws {
        for entry in try Examples().entries("safari") {
            let name = entry["name"].text
            let request = SafariRequest(message: entry["request"].value)
            #expect(request.envelope == (entry["envelope"].text == "0.1.0" ? .version0_1 : .version0_2), "\(name)")
            #expect(request.id == entry["request"]["id"].value as? String, "\(name)")
            #expect(request.publishedMethod == entry["request"]["method"].text, "\(name)")
            #expect(request.method == entry["method"].text, "\(name)")
            let parameters = try request.parameters().map { try canonical($0.data) }
            #expect(try parameters == (entry["params"].isNull ? nil : entry["params"].canonical), "\(name)")
        }
    }

    @Test("responses: of the examples: are written with the result or the error")
    func responses() throws {
        for entry in try Examples().entries("safari") {
            let request = SafariRequest(message: entry["request"].value)
            let response =
                if let code = entry["error"]["code"].number {
                    request.response(
                        error: RPCError(code: RPCError.Code(rawValue: code), message: entry["error"]["message"].text)
                    )
                } else {
                    request.response(result: try JSONText(entry["result"].data))
                }
            let context = NSExtensionContext(message: entry["request"].value)
            context.complete(response)
            #expect(try context.response == entry["response"].canonical, "\(entry["name"].text)")
        }
    }

    @Test("a router: answers the requests of the examples by the methods of the specification")
    func router() async throws {
        let examples = try Examples()
        let router = try RPCRouter([Accounts(), Signatures(), Ping()])
        var answered = 0
        for entry in try examples.entries("safari") where entry["error"]["code"].number != 4001 {
            let response = await router.answer(SafariRequest(message: entry["request"].value))
            let context = NSExtensionContext(message: entry["request"].value)
            context.complete(try #require(response))
            #expect(try context.response == entry["response"].canonical, "\(entry["name"].text)")
            answered += 1
        }
        #expect(answered >= 8)
    }

    private struct Accounts: RPCMethod {
        static let name = RPCMethodName.getAccounts

        func call(_ parameters: NoParameters, from caller: RPCCaller) async throws -> GetAccountsResult {
            guard caller == .safariExtension else { throw RPCError.unauthorizedOrigin }
            return GetAccountsResult(addresses: [address])
        }
    }

    private struct Signatures: RPCMethod {
        static let name = RPCMethodName.signPayloads

        func call(_ parameters: SignPayloadsParams, from caller: RPCCaller) async throws -> SignPayloadsResult {
            guard parameters.payloads == ["AQAAAAAAAAACAAAAAAAAAAMAAAAAAAAABAAAAAAAAAA="] else {
                throw RPCError.declined
            }
            let signature = "Abd6nlMDSHR6M4d8GZvhXeyXcKDSkYQIo3A5UZ2FPf0IJ8U38y6qFBXt+TS0migi8uJHd7ZTKXipl4+N3qJISVgA"
            return SignPayloadsResult(signed_payloads: [signature])
        }
    }

    @Test("a router: answers what it cannot read with the errors of the specification")
    func routerRefuses() async throws {
        let router = try RPCRouter([Ping()])
        for (members, error) in [
            (#""id":"a""#, RPCError.Code.invalidRequest), (#""method":1,"id":"a""#, .invalidRequest),
            (#""method":"MY_CUSTOM_PING_RPC_METHOD","params":"{""#, .invalidParameters),
            (#""method":"MY_CUSTOM_PING_RPC_METHOD","params":"[]""#, .invalidParameters),
            (#""method":"MY_CUSTOM_PING_RPC_METHOD","params":null"#, .invalidParameters),
        ] {
            let message = try JSON(#"{"jsonrpc":"2.0",\#(members)}"#).value
            let answer = await router.answer(SafariRequest(message: message))
            guard case .failure(let failure)? = answer?.outcome else {
                Issue.record("\(members): was answered")
                continue
            }
            #expect(failure.code == error, "\(members)")
        }
    }

    // MARK: - The functions of the library

    @Test("a message that cannot be parsed: has no id, no method and no parameters")
    func unreadable() throws {
        let messages: [Any?] = [
            nil, "text", 1, NSNull(), [Any](), ["a"], [String: Any](), ["method": 1, "id": 2, "params": 3],
        ]
        for message in messages {
            let context = NSExtensionContext(message: message)
            #expect(context.requestId() == nil)
            #expect(context.requestMethod() == nil)
            #expect(context.decodeRpcRequestParameter(toType: NoParameters.self) == nil)
        }
    }

    @Test("parameters that cannot be decoded: are nil")
    func undecodable() throws {
        let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
        let large = "{\"pingParam1\":\"\(String(repeating: "x", count: JSONText.largestSize))\",\"pingParam2\":[]}"
        for text in ["", "{", "null", "{}", "[]", "{\"pingParam1\":1,\"pingParam2\":[]}", deep, large] {
            let context = NSExtensionContext(message: ["method": "M", "params": text])
            #expect(context.decodeRpcRequestParameter(toType: Ping.Parameters.self) == nil)
        }
        let context = NSExtensionContext(message: ["method": "M", "params": "{\"pingParam1\":\"\",\"pingParam2\":[]}"])
        #expect(context.decodeRpcRequestParameter(toType: Ping.Parameters.self) != nil)
    }

    @Test("a result that cannot be encoded: is an internal error")
    func unencodable() throws {
        let new = try Self.context(#"{"jsonrpc":"2.0","id":"a","method":"M","params":null}"#)
        new.completeRpcRequestWith(result: ["a": Double.infinity])
        #expect(
            new.response
                == #"{"error":{"code":-32603,"message":"Internal error"},"id":"a","jsonrpc":"2.0","result":null}"#
        )
        let old = try Self.context(#"{"method":"M","params":null}"#)
        old.completeRpcRequestWith(result: ["a": Double.infinity])
        #expect(old.response == #"{"error":{"message":"Internal error"},"result":null}"#)
    }

    @Test("an error with a message: has the code of an internal error in the newer envelope")
    func errorMessage() throws {
        let new = try Self.context(#"{"jsonrpc":"2.0","id":"a","method":"M","params":null}"#)
        new.completeRpcRequestWith(errorMessage: "closed")
        #expect(new.response == #"{"error":{"code":-32603,"message":"closed"},"id":"a","jsonrpc":"2.0","result":null}"#)
        let old = try Self.context(#"{"method":"M","params":null}"#)
        old.completeRpcRequestWith(errorMessage: "closed")
        #expect(old.response == #"{"error":{"message":"closed"},"result":null}"#)
    }

    @Test("an error with a code: is answered with it, also without an id that is a text")
    func errorCode() throws {
        let context = try Self.context(#"{"jsonrpc":"2.0","id":7,"method":"M","params":null}"#)
        context.completeRpcRequestWith(errorCode: 12, errorMessage: "closed")
        #expect(
            context.response == #"{"error":{"code":12,"message":"closed"},"id":null,"jsonrpc":"2.0","result":null}"#
        )
    }

    @Test("a declined request of signatures: has the library's error, and other requests have the code")
    func declined() throws {
        for (method, code) in [(SIGN_PAYLOADS_REQUEST_METHOD, -3), (GET_ACCOUNTS_REQUEST_METHOD, 4001)] {
            let context = try Self.context(#"{"jsonrpc":"2.0","id":"a","method":"\#(method)","params":null}"#)
            context.completeRpcRequestWith(error: .declined)
            #expect(try JSON(#require(context.response))["error"]["code"].number == code)
        }
    }

    @Test("the library's errors: have its codes and messages")
    func errors() {
        let errors: [(RPCError, Int, String)] = [
            (WalletlibRpcErrors.parseError, -32700, "Parse error"),
            (WalletlibRpcErrors.invalidRequest, -32600, "Invalid Request"),
            (WalletlibRpcErrors.methodNotFound, -32601, "Method not found"),
            (WalletlibRpcErrors.invalidParams, -32602, "Invalid params"),
            (WalletlibRpcErrors.internalError, -32603, "Internal error"),
            (WalletlibRpcErrors.notSigned, -3, "Payload not signed"),
        ]
        for (error, code, message) in errors {
            #expect(error.code.rawValue == code)
            #expect(error.message == message)
        }
    }
}
