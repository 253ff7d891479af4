// swift-format-ignore-file
// The Swift listings of the README of the Safari extension wallet library 0.1.0 (solana-mobile/safari-extension-walletlib
// 8eb87da), unchanged but for the import and the types around them.
import MidenWalletRPC

struct PublishedHandler0_1 {
    func beginRequest(with context: NSExtensionContext) {
      // Parse the method identifier from `context`
      guard let method = context.requestMethod() else {
          context.completeRpcRequestWith(errorMessage: "Error parsing method")
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
          context.completeRpcRequestWith(errorMessage: "Error parsing Sign Payloads request")
          return
        }
        // Implement signing then complete the request with result
        context.completeRpcRequestWith(result: SignPayloadsResult(signed_payloads: ["<encoded_signed_payload>"]))
        return
      default:
        context.completeRpcRequestWith(errorMessage: "Unsupported method")
        return
      }
    }
}

// The README's handler names it so.
private let MY_CUSTOM_RPC_METHOD = MY_CUSTOM_PING_RPC_METHOD

struct PublishedCustomHandler0_1 {
    func beginRequest(with context: NSExtensionContext) {
      guard let method = context.requestMethod() else {
          context.completeRpcRequestWith(errorMessage: "Unsupported method")
          return
      }

      switch method {
      case MY_CUSTOM_RPC_METHOD:
          context.completeRpcRequestWith(result: MyCustomPingRequestResult(pong: "pong!"))
      default:
          context.completeRpcRequestWith(errorMessage: "Unsupported method")
      }
    }
}
