internal import CMidenSwiftClient
import Foundation

/// Signs a message, or what a web page asked for, with an account's key.
struct SignMessageRequest: Request, Codable {
    typealias Reply = MessageSignature

    static var operation: UInt32 { UInt32(WC_OPERATION_SIGN_MESSAGE) }

    let accountId: AccountID
    let kind: PayloadKind
    let message: Data

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case kind, message
    }
}

/// Asks whether a signature is one of a message. No wallet is needed for it.
struct VerifyMessageRequest: Computation, Codable {
    typealias Reply = VerifyMessageReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_VERIFY_MESSAGE) }

    let scheme: SignatureScheme
    let publicKey: Data
    let signature: Data
    let message: Data

    enum CodingKeys: String, CodingKey {
        case scheme
        case publicKey = "public_key"
        case signature, message
    }
}

/// Whether it is, and by which key.
struct VerifyMessageReply: Codable, Sendable {
    let isValid: Bool
    /// The commitment to the public key, which is what the chain knows of it.
    let keyCommitment: String

    enum CodingKeys: String, CodingKey {
        case isValid = "is_valid"
        case keyCommitment = "key_commitment"
    }
}
