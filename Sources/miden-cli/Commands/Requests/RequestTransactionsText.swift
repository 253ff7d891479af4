import Foundation
import MidenRequests
import MidenSwiftClient
import MidenWalletRPC

/// The transactions of a request as the JSON array that requests have.
struct RequestTransactionsText {
    private let array: String

    /// Takes the bytes of a file.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: `MidenError` if they are not one JSON array.
    init(_ bytes: Data) throws {
        guard let text = String(validating: bytes, as: UTF8.self),
            (try? JSONSerialization.jsonObject(with: bytes)) is [Any]
        else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidRequest,
                message: "The file of --transactions does not hold a JSON array, as docs/requests.md describes it."
            )
        }
        array = text
    }

    /// Reads the transactions of an action by the rules of requests.
    ///
    /// - Parameters:
    ///   - action: The action, which makes transactions.
    ///   - network: The network of the addresses.
    /// - Returns: The content of the request.
    /// - Throws: `MidenError` with the name of the member that is wrong.
    func content(of action: RequestAction, on network: WalletNetwork) throws -> AppRequest.Content {
        // A request around them, of which nothing else is used.
        let secret = try RequestSecret()
        let key = try RequesterKey().publicKey.base64EncodedString()
        let text = """
            {"version":1,"id":"\(secret.id.text)","issuedAt":0,"expiresAt":600,"action":"\(action.rawValue)",\
            "network":"\(network.rawValue)","requester":{"name":"miden-cli","key":"\(key)"},\
            "receiptKey":"\(secret.receiptKey.base64EncodedString())","transactions":\(array)}
            """
        return try AppRequest(text: Data(text.utf8)).content
    }
}
