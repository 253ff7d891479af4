import Foundation

/// What a web page wants to have signed with an account's key, or the text of a receipt.
///
/// A ``webMessage(body:)`` and a ``receipt(_:)`` can never authorise a transaction. The others are the page's choice and have
/// no such protection: the signature may authorise a transaction.
public enum SigningPayload: Hashable, Sendable {
    /// A word: 32 bytes, four numbers of 8 bytes with the lowest byte first, each below 2^64 - 2^32 + 1.
    case word(Data)
    /// Serialized `SigningInputs` of Miden. Their commitment is signed.
    case signingInputs(Data)
    /// The body of a web message: origin, network, account and text. Its hash, with the tag of web messages, is signed.
    case webMessage(body: Data)
    /// The text of a receipt for another app's request, in UTF-8. Its hash, with the tag of receipts, is signed.
    case receipt(Data)

    /// Tells by the bytes that a page sent what they are. Needs no wallet and no network, and does not wait.
    ///
    /// - Parameter pagePayload: 32 bytes that are a word are one; other bytes that decode wholly as `SigningInputs`, with none
    ///   left over, are signing inputs. Nil for any other bytes.
    public init?(pagePayload: Data) {
        switch try? ReadPayloadRequest(payload: pagePayload).result().kind {
        case .word: self = .word(pagePayload)
        case .signingInputs: self = .signingInputs(pagePayload)
        default: return nil
        }
    }
}

extension SigningPayload {
    /// Says what a signature would authorise. Needs no wallet and no network, runs no code of the page, and does not wait.
    ///
    /// - Returns: What the bytes are, and whether the signature may authorise a transaction.
    /// - Throws: ``MidenError/Kind/invalidSigningPayload`` if the bytes are not what they are said to be, or signing inputs
    ///   longer than 1 MiB.
    public func described() throws(MidenError) -> PayloadDescription {
        try PayloadDescription(DescribePayloadRequest(kind: kind, payload: bytes).result())
    }
}

extension SigningPayload {
    /// What it is, as it crosses.
    var kind: PayloadKind {
        switch self {
        case .word: .word
        case .signingInputs: .signingInputs
        case .webMessage: .webMessage
        case .receipt: .receipt
        }
    }

    /// Its bytes.
    var bytes: Data {
        switch self {
        case .word(let bytes), .signingInputs(let bytes), .webMessage(let bytes), .receipt(let bytes): bytes
        }
    }
}
