import Foundation

/// A signature of a message by an account's key, with all that is needed to verify it but the message.
///
/// What is signed is a hash of the message with a prefix of its own, so that a signed message can never be a
/// transaction. In JSON the bytes are base64: `{"scheme": …, "public_key": …, "signature": …}`.
public struct MessageSignature: Hashable, Sendable, Codable {
    /// How the account signs.
    public let scheme: SignatureScheme
    /// The account's public key. Whose key it is the signature does not say: compare it with the one that is expected.
    public let publicKey: Data
    /// The signature. For ECDSA its s is the low one: the signature with the high s is refused.
    public let signature: Data

    enum CodingKeys: String, CodingKey {
        case scheme
        case publicKey = "public_key"
        case signature
    }

    /// Makes a signature of its parts, such as have come over a network.
    ///
    /// - Parameters:
    ///   - scheme: How the account signs.
    ///   - publicKey: The account's public key.
    ///   - signature: The signature.
    public init(scheme: SignatureScheme, publicKey: Data, signature: Data) {
        self.scheme = scheme
        self.publicKey = publicKey
        self.signature = signature
    }
}
