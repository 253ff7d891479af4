import Foundation

/// Base64 of RFC 4648 section 4, with padding and unused bits zero.
package enum Base64 {
    /// The bytes of a text, nil if the text is not the one that these bytes have.
    package static func bytes(of text: String) -> Data? {
        guard let bytes = Data(base64Encoded: text), bytes.base64EncodedString() == text else { return nil }
        return bytes
    }
}
