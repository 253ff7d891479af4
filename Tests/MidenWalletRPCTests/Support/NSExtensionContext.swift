import Foundation
import MidenWalletRPC

/// A request to a Safari extension, in the place of Apple's type, which the app's code names.
final class NSExtensionContext: SafariRequestContext {
    let rpcMessage: Any?
    /// The answers, of which there has to be one.
    private(set) var responses: [[String: Any]] = []

    init(message: Any?) {
        rpcMessage = message
    }

    func completeRpcRequest(returning message: [String: Any]) {
        responses.append(message)
    }

    /// The one answer as text, with sorted names.
    var response: String? {
        guard responses.count == 1, let response = responses.first else { return nil }
        let data = try? JSONSerialization.data(
            withJSONObject: response,
            options: [.sortedKeys, .withoutEscapingSlashes]
        )
        return data.map { String(decoding: $0, as: UTF8.self) }
    }
}
