import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// A receipt with the signature of the account, if it has one: the bytes that were signed, and what they say.
///
/// The signature is not verified here: ``ReceiptVerifier`` does that.
public struct SignedReceipt: Hashable, Sendable {
    /// The largest signed receipt, in bytes: sealed it has 16,384.
    public static let largestData = 16_384 - 48

    /// What the wallet says.
    public let receipt: RequestReceipt
    /// The receipt text as it was signed.
    public let text: Data
    /// The tag of the scheme and the signature, nil if the receipt is not signed.
    public let signature: Data?

    /// The signed receipt as it is sealed, stored and handed over: JSON with the members `receipt` and `signature`.
    public var data: Data {
        let members = ["receipt": text, "signature": signature].compactMapValues { $0?.base64EncodedString() }
        let texts = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
        return Data("{\(texts.joined(separator: ","))}".utf8)
    }

    /// Reads a signed receipt. Needs no wallet and no network. Members that this version does not know are ignored.
    ///
    /// - Parameter data: JSON with the members `receipt` and `signature`, at most ``largestData`` bytes.
    /// - Throws: `MidenError.Kind.invalidReceiptForm`, `MidenError.Kind.unsupportedRequestVersion`.
    public init(_ data: Data) throws {
        let limits = JSONScanner.Limits(
            largestSize: Self.largestData,
            deepestNesting: AppRequest.deepestNesting,
            refusesRepeatedNames: true
        )
        var members = try MemberReader(data, limits, error: MidenError.invalidReceiptForm)
        try self.init(
            text: members.required("receipt", "base64", JSONForm.bytes),
            signature: members.optional("signature", "base64", JSONForm.bytes)
        )
    }

    /// Reads a receipt text that was kept apart from its signature.
    ///
    /// - Parameters:
    ///   - text: The receipt text.
    ///   - signature: The tag of the scheme and the signature, nil if the receipt is not signed.
    /// - Throws: `MidenError.Kind.invalidReceiptForm`, `MidenError.Kind.unsupportedRequestVersion`.
    public init(text: Data, signature: Data?) throws {
        receipt = try RequestReceipt(text: text)
        self.text = Data(text)
        self.signature = signature
    }

    /// Signs a receipt.
    ///
    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - sign: Signs the receipt text. It returns nil if the receipt is not signed.
    /// - Throws: What `sign` throws.
    package init(_ receipt: RequestReceipt, signature sign: (Data) async throws -> Data?) async throws {
        self.receipt = receipt
        text = try receipt.text()
        signature = try await sign(text)
    }

    /// Seals the receipt to the requester. Needs no wallet and no network.
    ///
    /// - Parameter request: The request.
    /// - Returns: The sealed receipt, 48 bytes longer than ``data``.
    /// - Throws: `MidenError.Kind.invalidReceiptForm` if the receipt is of another request,
    ///   `MidenError.Kind.invalidRequest` if the request's receipt key is none. `MidenError.Code.unsupported` if this build
    ///   or this CPU cannot do it.
    public func sealed(for request: SignedRequest) throws -> Data {
        guard receipt.requestDigest == request.digest else {
            throw MidenError.invalidReceiptForm("it is of another request.")
        }
        return try RequestSealing.seal(
            receipt: data,
            to: request.request.receiptKey,
            requestDigest: request.digest
        )
    }

    /// Opens a sealed receipt. Needs no wallet and no network.
    ///
    /// - Parameters:
    ///   - sealed: The sealed receipt.
    ///   - secret: The secret of the request.
    ///   - requestDigest: The digest of the request, 32 bytes.
    /// - Returns: The signed receipt, nil if it does not open: it is damaged, or of another request.
    /// - Throws: What ``init(_:)`` throws. `MidenError.Code.unsupported` if this build or this CPU cannot do it.
    public static func opened(
        _ sealed: Data,
        secret: RequestSecret,
        requestDigest: Data
    ) throws -> SignedReceipt? {
        guard sealed.count <= largestData + 48,
            let data = try RequestSealing.open(receipt: sealed, secret: secret.bytes, requestDigest: requestDigest)
        else { return nil }
        return try SignedReceipt(data)
    }
}

extension SignedReceipt: CustomStringConvertible {
    /// The number, the status and the id of the request: neither the address nor the transactions.
    public var description: String { receipt.description }
}
