internal import CMidenSwiftClient
import Foundation

/// What bytes are that are signed.
enum PayloadKind: String, Codable, Sendable {
    case message
    case webMessage = "web_message"
    case word
    case signingInputs = "signing_inputs"
}

/// Asks what the bytes are that a web page wants to have signed. No wallet is needed for it.
struct ReadPayloadRequest: Computation, Codable {
    typealias Reply = ReadPayloadReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_READ_PAYLOAD) }

    let payload: Data
}

struct ReadPayloadReply: Codable, Sendable {
    /// Nil if they cannot be signed.
    let kind: PayloadKind?
}

/// Asks whether a signature in the form that web pages get is one by the key of a commitment. No wallet is needed for it.
struct VerifyPayloadRequest: Computation, Codable {
    typealias Reply = VerifyPayloadReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_VERIFY_PAYLOAD) }

    let signature: Data
    let kind: PayloadKind
    let payload: Data
    let keyCommitment: Data

    enum CodingKeys: String, CodingKey {
        case signature, kind, payload
        case keyCommitment = "key_commitment"
    }
}

struct VerifyPayloadReply: Codable, Sendable {
    let isValid: Bool

    enum CodingKeys: String, CodingKey {
        case isValid = "is_valid"
    }
}
