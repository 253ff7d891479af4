internal import CMidenSwiftClient
import Foundation

/// What bytes are that are signed.
enum PayloadKind: String, Codable, Sendable {
    case message
    case webMessage = "web_message"
    case word
    case signingInputs = "signing_inputs"
    case receipt
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

/// Asks what a signature over bytes would authorise. No wallet is needed for it.
struct DescribePayloadRequest: Computation, Codable {
    typealias Reply = DescribePayloadReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_DESCRIBE_PAYLOAD) }

    let kind: PayloadKind
    let payload: Data
}

/// What the bytes are. Which of the members are there follows from the type.
struct DescribePayloadReply: Codable, Sendable {
    enum PayloadType: String, Codable, Sendable {
        case text, word, transaction, arbitrary, blind
    }

    let type: PayloadType
    let mayAuthoriseTransaction: Bool
    var transaction: TransactionSummaryMessage?
    var nonceIncrement: UInt64?
    var blockNumber: UInt32?
    var expirationDelta: UInt16?
    var addsUp: Bool?
    var elementCount: Int?
    var isTransaction: Bool?

    enum CodingKeys: String, CodingKey {
        case type
        case mayAuthoriseTransaction = "may_authorise_transaction"
        case transaction
        case nonceIncrement = "nonce_increment"
        case blockNumber = "block_number"
        case expirationDelta = "expiration_delta"
        case addsUp = "adds_up"
        case elementCount = "element_count"
        case isTransaction = "is_transaction"
    }
}

extension PayloadDescription {
    init(_ reply: DescribePayloadReply) throws(MidenError) {
        mayAuthoriseTransaction = reply.mayAuthoriseTransaction
        content =
            switch (reply.type, SignedTransaction(reply), reply.elementCount) {
            case (.text, _, _): .text
            case (.word, _, _): .word
            case (.blind, _, _): .blind
            case (.transaction, .some(let transaction), _): .transaction(transaction)
            case (.arbitrary, _, .some(let count)):
                .arbitrary(elementCount: count, isTransaction: reply.isTransaction ?? true)
            case (.transaction, nil, _), (.arbitrary, _, nil):
                throw MidenError(
                    code: .internal,
                    kind: .bridge,
                    message: "A described payload came back without its parts."
                )
            }
    }
}

extension PayloadDescription.SignedTransaction {
    fileprivate init?(_ reply: DescribePayloadReply) {
        guard let transaction = reply.transaction, let nonceIncrement = reply.nonceIncrement,
            let blockNumber = reply.blockNumber, let expirationDelta = reply.expirationDelta,
            let addsUp = reply.addsUp
        else { return nil }
        self.init(
            summary: TransactionSummary(transaction),
            nonceIncrement: nonceIncrement,
            blockNumber: blockNumber,
            expirationDelta: expirationDelta,
            addsUp: addsUp
        )
    }
}
