import Foundation
import MidenTestSupport
import Testing

/// The code of the Safari library's README, which an app has in its extension.
@Suite("The listings of the Safari library")
struct ListingsTests {
    private static let accounts = #"{"addresses":["encoded_address"]}"#
    private static let signatures = #"{"signed_payloads":["<encoded_signed_payload>"]}"#
    private static let payloads =
        #"{"address":"mtst1ap2qrmeks90y052tv50ga95p2v9h48yj","payloads":["AQAAAAAAAAACAAAAAAAAAAMAAAAAAAAABAAAAAAAAAA="]}"#
    private static let noPayloads = #"{"address":"mtst1ap2qrmeks90y052tv50ga95p2v9h48yj","payloads":[]}"#

    private static func context(jsonrpc: Bool, method: Any, params: String?) -> NSExtensionContext {
        var message: [String: Any] = ["method": method, "params": params.map { $0 as Any } ?? NSNull()]
        if jsonrpc { message.merge(["jsonrpc": "2.0", "id": "a"]) { $1 } }
        return NSExtensionContext(message: message)
    }

    @Test(
        "the handler of 0.2.0: answers requests with results and errors",
        arguments: [
            ("NATIVE_GET_ACCOUNTS_METHOD", nil, accounts, 0), ("NATIVE_SIGN_PAYLOADS_METHOD", payloads, signatures, 0),
            ("NATIVE_SIGN_PAYLOADS_METHOD", noPayloads, "", -3), ("NATIVE_SIGN_PAYLOADS_METHOD", nil, "", -3),
            ("NATIVE_MINE_METHOD", nil, "", -32601),
        ]
    )
    func handler(method: String, params: String?, result: String, code: Int) throws {
        let context = Self.context(jsonrpc: true, method: method, params: params)
        PublishedHandler0_2().beginRequest(with: context)
        let response = try JSON(#require(context.response))
        #expect(response["result"].text == result)
        #expect(response["error"]["code"].number ?? 0 == code)
        #expect(response["id"].text == "a")
    }

    @Test("the handlers of 0.2.0: refuse a request without a method")
    func noMethod() throws {
        for handle in [
            { PublishedHandler0_2().beginRequest(with: $0) }, { PublishedCustomHandler0_2().beginRequest(with: $0) },
        ] as [(NSExtensionContext) -> Void] {
            let context = Self.context(jsonrpc: true, method: 1, params: nil)
            handle(context)
            #expect(try JSON(#require(context.response))["error"]["message"].text == "Method not found")
        }
    }

    @Test("the handler of a custom method of 0.2.0: answers it and no other")
    func customHandler() throws {
        let params = #"{"pingParam1":"ping","pingParam2":["ping"]}"#
        let context = Self.context(jsonrpc: true, method: MY_CUSTOM_PING_RPC_METHOD, params: params)
        PublishedCustomHandler0_2().beginRequest(with: context)
        #expect(try JSON(#require(context.response))["result"].text == #"{"pong":"pong!"}"#)
        #expect(context.decodeRpcRequestParameter(toType: MyCustomPingRequestParams.self)?.pingParam2 == ["ping"])
        let other = Self.context(jsonrpc: true, method: "OTHER", params: nil)
        PublishedCustomHandler0_2().beginRequest(with: other)
        #expect(try JSON(#require(other.response))["error"]["code"].number == -32601)
    }

    @Test(
        "the handler of 0.1.0: answers requests with results and messages",
        arguments: [
            ("NATIVE_GET_ACCOUNTS_METHOD", nil, accounts, ""),
            ("NATIVE_SIGN_PAYLOADS_METHOD", payloads, signatures, ""),
            ("NATIVE_SIGN_PAYLOADS_METHOD", noPayloads, "", "Error parsing Sign Payloads request"),
            ("NATIVE_MINE_METHOD", nil, "", "Unsupported method"),
        ]
    )
    func oldHandler(method: String, params: String?, result: String, message: String) throws {
        let context = Self.context(jsonrpc: false, method: method, params: params)
        PublishedHandler0_1().beginRequest(with: context)
        let response = try JSON(#require(context.response))
        #expect(response["result"].text == result)
        #expect(response["error"]["message"].text == message)
        #expect(response["id"].isNull)
    }

    @Test("the handler of a custom method of 0.1.0: answers it and no other")
    func oldCustomHandler() throws {
        for (method, result) in [(MY_CUSTOM_PING_RPC_METHOD, #"{"pong":"pong!"}"#), ("OTHER", "")] {
            let context = Self.context(jsonrpc: false, method: method, params: nil)
            PublishedCustomHandler0_1().beginRequest(with: context)
            #expect(try JSON(#require(context.response))["result"].text == result)
        }
    }
}
