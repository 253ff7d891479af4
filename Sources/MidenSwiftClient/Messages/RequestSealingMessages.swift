internal import CMidenSwiftClient
import Foundation

/// Asks for the keys that derive from the secret of a request. No wallet is needed for it, nor for the others here.
struct DeriveSecretKeysRequest: Computation, Codable {
    typealias Reply = SecretKeysReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_DERIVE_SECRET_KEYS) }

    let secret: Data
}

struct SecretKeysReply: Codable, Sendable {
    let linkKey: Data
    let requesterToken: Data
    let receiptKey: Data

    enum CodingKeys: String, CodingKey {
        case linkKey = "link_key"
        case requesterToken = "requester_token"
        case receiptKey = "receipt_key"
    }
}

/// Asks for the keys that derive from the key of a link.
struct DeriveLinkKeysRequest: Computation, Codable {
    typealias Reply = LinkKeysReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_DERIVE_LINK_KEYS) }

    let linkKey: Data

    enum CodingKeys: String, CodingKey {
        case linkKey = "link_key"
    }
}

struct LinkKeysReply: Codable, Sendable {
    let id: Data
    let requestKey: Data
    let walletToken: Data

    enum CodingKeys: String, CodingKey {
        case id
        case requestKey = "request_key"
        case walletToken = "wallet_token"
    }
}

/// Asks for the public key of a requester's seed.
struct RequesterKeyRequest: Computation, Codable {
    typealias Reply = RequesterKeyReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_REQUESTER_KEY) }

    let seed: Data
}

struct RequesterKeyReply: Codable, Sendable {
    let publicKey: Data

    enum CodingKeys: String, CodingKey {
        case publicKey = "public_key"
    }
}

/// Asks for a requester's signature over a request text.
struct SignRequestRequest: Computation, Codable {
    typealias Reply = SignRequestReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_SIGN_REQUEST) }

    let text: Data
    let seed: Data
}

struct SignRequestReply: Codable, Sendable {
    let signature: Data
}

/// Asks whether a signature over a request text is one by a requester's key.
struct VerifyRequestRequest: Computation, Codable {
    typealias Reply = VerifyRequestReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_VERIFY_REQUEST) }

    let signature: Data
    let text: Data
    let publicKey: Data

    enum CodingKeys: String, CodingKey {
        case signature, text
        case publicKey = "public_key"
    }
}

struct VerifyRequestReply: Codable, Sendable {
    let isValid: Bool

    enum CodingKeys: String, CodingKey {
        case isValid = "is_valid"
    }
}

/// Asks for a signed request to be sealed with the key of its link.
struct SealRequestRequest: Computation, Codable {
    typealias Reply = SealedReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_SEAL_REQUEST) }

    let request: Data
    let linkKey: Data

    enum CodingKeys: String, CodingKey {
        case request
        case linkKey = "link_key"
    }
}

struct SealedReply: Codable, Sendable {
    let sealed: Data
}

/// Asks for a sealed request to be opened with the key of its link.
struct OpenRequestRequest: Computation, Codable {
    typealias Reply = OpenedReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_OPEN_REQUEST) }

    let sealed: Data
    let linkKey: Data

    enum CodingKeys: String, CodingKey {
        case sealed
        case linkKey = "link_key"
    }
}

struct OpenedReply: Codable, Sendable {
    /// Nil if it does not open.
    let opened: Data?
}

/// Asks for a signed receipt to be sealed to the requester.
struct SealReceiptRequest: Computation, Codable {
    typealias Reply = SealedReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_SEAL_RECEIPT) }

    let receipt: Data
    let receiptKey: Data
    let requestDigest: Data

    enum CodingKeys: String, CodingKey {
        case receipt
        case receiptKey = "receipt_key"
        case requestDigest = "request_digest"
    }
}

/// Asks for a sealed receipt to be opened with the secret of its request.
struct OpenReceiptRequest: Computation, Codable {
    typealias Reply = OpenedReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_OPEN_RECEIPT) }

    let sealed: Data
    let secret: Data
    let requestDigest: Data

    enum CodingKeys: String, CodingKey {
        case sealed, secret
        case requestDigest = "request_digest"
    }
}
