// swift-format-ignore-file
// The Swift listings of the README of the Safari extension wallet library 0.2.0 (solana-mobile/safari-extension-walletlib
// 626de8d), unchanged but for the import and the types around them.
import MidenWalletRPC

struct PublishedHandler0_2 {
    func beginRequest(with context: NSExtensionContext) {
      // Parse the method identifier from `context`
      guard let method = context.requestMethod() else {
          context.completeRpcRequestWith(error: WalletlibRpcErrors.methodNotFound)
          return
      }

      switch method {
      case GET_ACCOUNTS_REQUEST_METHOD:
        context.completeRpcRequestWith(result: GetAccountsResult(addresses: ["encoded_address"]))
        return
      case SIGN_PAYLOADS_REQUEST_METHOD:
        // Decode SignPayloads params
        guard let params: SignPayloadsParams = context.decodeRpcRequestParameter(toType: SignPayloadsParams.self),
          !params.payloads.isEmpty else {
          context.completeRpcRequestWith(error: WalletlibRpcErrors.notSigned)
          return
        }
        // Implement signing then complete the request with result
        context.completeRpcRequestWith(result: SignPayloadsResult(signed_payloads: ["<encoded_signed_payload>"]))
        return
      default:
        context.completeRpcRequestWith(error: WalletlibRpcErrors.methodNotFound)
        return
      }
    }
}

// 1. Define an equivalent method identifier
public let MY_CUSTOM_PING_RPC_METHOD = "MY_CUSTOM_PING_RPC_METHOD"

// 2. Define an equivalent parameters struct that conforms to `Decodable`
public struct MyCustomPingRequestParams: Decodable {
    let pingParam1: String
    let pingParam2: [String]
}

// 3. Define an equivalent result struct that conforms to `Encodable`
public struct MyCustomPingRequestResult: Encodable {
    let pong: String

    public init(pong: String) {
        self.pong = pong
    }
}

// The README's handler names it so.
private let MY_CUSTOM_RPC_METHOD = MY_CUSTOM_PING_RPC_METHOD

struct PublishedCustomHandler0_2 {
    func beginRequest(with context: NSExtensionContext) {
      guard let method = context.requestMethod() else {
          context.completeRpcRequestWith(error: WalletlibRpcErrors.methodNotFound)
          return
      }

      switch method {
      case MY_CUSTOM_RPC_METHOD:
          context.completeRpcRequestWith(result: MyCustomPingRequestResult(pong: "pong!"))
      default:
          context.completeRpcRequestWith(error: WalletlibRpcErrors.methodNotFound)
      }
    }
}
