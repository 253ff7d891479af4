import Foundation
import MidenRequests

/// The vectors of `docs/requests.md`, which the tests of Rust read as well.
struct RequestVectors: Decodable {
    let secret, seed, linkKey, requesterToken, receiptKey, id, walletToken, publicKey: String
    let requestText, requestSignature, requestDigest, sealedRequest, receiptText, sealedReceipt: String

    static func read() throws -> RequestVectors {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let file = tests.appendingPathComponent("RequestVectors/vectors.json")
        return try decoder.decode(RequestVectors.self, from: Data(contentsOf: file))
    }

    /// The request with its signature.
    var signedRequest: Data { bytes(requestSignature) + Data(requestText.utf8) }

    /// The receipt, which is not signed.
    var signedReceipt: Data {
        Data(#"{"receipt":"\#(Data(receiptText.utf8).base64EncodedString())"}"#.utf8)
    }
}

/// The bytes of hexadecimal digits.
func bytes(_ hex: String) -> Data {
    Data(hexDigits: hex) ?? Data()
}
