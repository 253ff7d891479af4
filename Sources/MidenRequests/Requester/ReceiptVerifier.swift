import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// Verifies receipts of requests. Needs no wallet, no node and no files.
///
/// ```swift
/// let verifier = ReceiptVerifier()
/// let signed = try verifier.open(bytes, of: request, secret: secret)
/// let receipt = try verifier.verify(signed, of: request, after: accepted, commitment: commitment)
/// ```
///
/// ``MidenRequester`` does this for its requests. The checks are numbered from 1 to 10 in `docs/requests.md` and made in that
/// order. A receipt that fails one is refused with ``MidenError/Kind/invalidReceipt``, and the message has the number.
public struct ReceiptVerifier: Sendable {
    /// How many bytes a receipt has at most, signed or sealed.
    public static let largestSize = SignedReceipt.largestData + 48
    /// By how many seconds the clocks of the two sides may differ.
    public static let clockDifference: TimeInterval = 300

    /// Makes a verifier.
    public init() {}

    /// Reads a receipt that came from a wallet: checks 1 and 2. Nothing in it is verified by that. Does not wait.
    ///
    /// - Parameters:
    ///   - receipt: The signed receipt, or the sealed one.
    ///   - request: The request that it is for.
    ///   - secret: The secret of the request, which opens a sealed receipt; nil if only a signed one can come.
    /// - Returns: The signed receipt.
    /// - Throws: ``MidenError/Kind/invalidReceipt``, and `MidenError.Code.unsupported` if this build or this CPU cannot do it.
    public func open(_ receipt: Data, of request: SignedRequest, secret: RequestSecret?) throws -> SignedReceipt {
        if let signed = try signedReceipt(receipt) { return signed }
        guard let secret, let signed = try opened(receipt, secret: secret, of: request) else {
            throw ReceiptCheck.opens.failed("it is neither a signed receipt nor sealed for this request")
        }
        return signed
    }

    /// The receipt if the bytes are a signed one, nil if they can only be a sealed one.
    func signedReceipt(_ receipt: Data) throws -> SignedReceipt? {
        try ReceiptCheck.form.require(
            receipt.count <= Self.largestSize,
            "it has \(receipt.count) bytes, and a receipt has at most \(Self.largestSize)"
        )
        guard let text = try? JSONText(receipt), text.isObject else { return nil }
        return try read { try SignedReceipt(receipt) }
    }

    /// The receipt that is sealed in bytes, nil if they do not open.
    func opened(_ sealed: Data, secret: RequestSecret, of request: SignedRequest) throws -> SignedReceipt? {
        try read { try SignedReceipt.opened(sealed, secret: secret, requestDigest: request.digest) }
    }

    /// Turns what a reader says of the form into the error of the check that it is.
    private func read<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as MidenError where error.code == .unsupported {
            throw error
        } catch let error as MidenError where error.kind == .unsupportedRequestVersion {
            throw ReceiptCheck.request.failed("it has a version that this library does not read")
        } catch {
            throw ReceiptCheck.form.failed("it does not have the form of a signed receipt")
        }
    }

    /// Verifies a receipt: checks 3 to 10. Does not wait.
    ///
    /// Without a commitment from the caller or an earlier receipt, the signature is verified with the key that the receipt
    /// names, and the result is ``VerifiedBy/unverified``.
    ///
    /// Anyone with the link of a request can make an unsigned receipt, or sign one with another key. So an earlier receipt that
    /// proves less than this one does not count against it: a false decline does not keep the true receipt out.
    ///
    /// - Parameters:
    ///   - signed: The receipt.
    ///   - request: The request that it has to be for.
    ///   - earlier: The receipts of the request that were accepted before, oldest first.
    ///   - commitment: The commitment to the key of the account, 32 bytes, if the caller knows it.
    ///   - isFromChain: Whether the caller has `commitment` from the account's state on the chain.
    ///   - pinned: The commitment that an earlier receipt of a connect action named for the account. `commitment` is used instead
    ///     of it if there is one.
    ///   - now: The time.
    /// - Returns: The verified receipt.
    /// - Throws: ``MidenError/Kind/invalidReceipt``, `MidenError.Kind.invalidPublicKey` if `commitment` is not one, and
    ///   `MidenError.Code.unsupported` if this build or this CPU cannot do it.
    public func verify(
        _ signed: SignedReceipt,
        of request: SignedRequest,
        after earlier: [VerifiedReceipt] = [],
        commitment: Data? = nil,
        isFromChain: Bool = false,
        pinned: Data? = nil,
        now: Date = Date()
    ) throws -> VerifiedReceipt {
        guard commitment.map({ $0.count == 32 }) ?? true else {
            throw MidenError(
                code: .invalidParameter,
                kind: .invalidPublicKey,
                message: "A commitment to a key has 32 bytes, and this one has \(commitment?.count ?? 0)."
            )
        }
        let receipt = signed.receipt
        try requireRequest(receipt, request)
        // The receipt that was accepted last can come again. It is verified like the first time.
        let isRepeated = earlier.last.map { $0.signed.text == signed.text } ?? false
        let source = source(of: signed, commitment: commitment, isFromChain: isFromChain, pinned: pinned)
        let before = (isRepeated ? earlier.dropLast() : earlier[...])
            .filter { $0.verifiedBy.strength >= source.strength }
            .map(\.receipt)
        try requireOrder(receipt, after: before)
        try requireAccount(receipt, request.request, after: before, verifiedBy: source)
        try requireSigned(signed)
        try requireSignature(signed, by: commitment ?? pinned, from: source)
        try requireTransactions(receipt, request.request)
        try requireTime(receipt, request.request, now: now)
        try requireMessageSignature(receipt, request.request)
        return VerifiedReceipt(signed, verifiedBy: source)
    }
}
