import Foundation
import MidenSwiftClient

extension MidenRequester {
    /// Accepts a receipt that came from a wallet, by any way: verifies it and keeps it. Waits for the store.
    ///
    /// If an account connects and the commitment to its key is known from the caller or the chain, the key is remembered: later
    /// receipts of the account are verified by it.
    ///
    /// A receipt that is refused changes nothing, and a later good one is accepted. The receipt that was accepted last can be
    /// accepted again; a commitment that is given then counts.
    ///
    /// - Parameters:
    ///   - receipt: The signed receipt, or the sealed one.
    ///   - requestID: The request that it has to be for. If it is nil, a signed receipt tells, and a sealed one is tried with
    ///     the secret of each request.
    ///   - commitment: The commitment to the key of the account, 32 bytes, nil if it is not known. It is used instead of a pinned
    ///     one.
    /// - Returns: The verified receipt.
    /// - Throws: ``MidenError/Kind/invalidReceipt`` with the number of the check, ``MidenError/Kind/requestUnknown``,
    ///   `MidenError.Kind.invalidPublicKey` if the commitment cannot be one, and what the store throws.
    public func accept(
        _ receipt: Data,
        of requestID: RequestID? = nil,
        commitment: Data? = nil
    ) async throws -> VerifiedReceipt {
        let (signed, id) = try await open(receipt, of: requestID)
        return try await accept(signed, of: id, commitment: commitment, isFromChain: false)
    }

    /// Accepts a receipt like ``accept(_:of:commitment:)``, with the commitment of its account from the chain. Waits for the
    /// store and for `chainCommitment`.
    ///
    /// - Parameters:
    ///   - receipt: The signed receipt, or the sealed one.
    ///   - requestID: The request that it has to be for.
    ///   - chainCommitment: Reads the commitment to the key of the account with this address from the chain, such as by
    ///     `MidenWallet.publicKeyCommitment(ofPublicAccount:)`. It is not asked for a receipt that names no account.
    /// - Returns: The verified receipt.
    /// - Throws: The same as ``accept(_:of:commitment:)``, and what `chainCommitment` throws.
    public func accept(
        _ receipt: Data,
        of requestID: RequestID? = nil,
        chainCommitment: @Sendable (_ address: String) async throws -> Data
    ) async throws -> VerifiedReceipt {
        let (signed, id) = try await open(receipt, of: requestID)
        var commitment: Data?
        if let address = signed.receipt.address { commitment = try await chainCommitment(address) }
        return try await accept(signed, of: id, commitment: commitment, isFromChain: true)
    }

    /// The receipt that was accepted last. Waits for the store.
    ///
    /// - Parameter requestID: The id of the request.
    /// - Returns: The receipt, nil if there is none yet.
    /// - Throws: ``MidenError/Kind/requestUnknown``, and what the store throws.
    public func receipt(requestID: RequestID) async throws -> VerifiedReceipt? {
        try await storedRequest(requestID).receipts.last
    }

    /// How far a request is, by the receipt that was accepted last. Waits for the store.
    ///
    /// - Parameter requestID: The id of the request.
    /// - Returns: The status of the receipt. Without one ``RequestStatus/requested``, and from 300 s after the expiry
    ///   ``RequestStatus/expired``, which is no proof that nothing was done: a receipt can still come.
    /// - Throws: ``MidenError/Kind/requestUnknown``, and what the store throws.
    public func status(requestID: RequestID) async throws -> RequestStatus {
        status(of: try await storedRequest(requestID))
    }

    /// All requests as ``requests()`` has them, with the receipt that was accepted last and how far each is. Each is read once.
    ///
    /// - Returns: The requests, newest first.
    /// - Throws: What the store throws.
    package func requestsWithReceipts() async throws -> [(
        request: PendingRequest, receipt: VerifiedReceipt?, status: RequestStatus
    )] {
        try await readableRequests().map { (try PendingRequest($0), $0.receipts.last, status(of: $0)) }
    }

    private func status(of stored: StoredRequest) -> RequestStatus {
        if let receipt = stored.receipts.last { return receipt.receipt.status }
        let end = stored.request.request.expiresAt.addingTimeInterval(ReceiptVerifier.clockDifference)
        return now() < end ? .requested : .expired
    }

    // MARK: - Steps

    /// Reads a receipt, and tells which request it has to be for.
    private func open(
        _ receipt: Data,
        of requestID: RequestID?
    ) async throws -> (receipt: SignedReceipt, requestID: RequestID) {
        if let requestID {
            let stored = try await storedRequest(requestID)
            return (try verifier.open(receipt, of: stored.request, secret: stored.secret), requestID)
        }
        if let signed = try verifier.signedReceipt(receipt) { return (signed, signed.receipt.requestID) }
        for stored in try await readableRequests() {
            guard let signed = try verifier.opened(receipt, secret: stored.secret, of: stored.request) else { continue }
            return (signed, stored.secret.id)
        }
        throw ReceiptCheck.opens.failed("it is neither a signed receipt nor sealed for a request of this requester")
    }

    private func accept(
        _ signed: SignedReceipt,
        of requestID: RequestID,
        commitment: Data?,
        isFromChain: Bool
    ) async throws -> VerifiedReceipt {
        let (verifier, time) = (verifier, now())
        return try await store.update(
            requestID,
            commitmentOf: signed.receipt.address.map(ReceiptVerifier.withoutRouting(_:))
        ) { stored, pinned in
            let verified = try verifier.verify(
                signed,
                of: stored.request,
                after: stored.receipts,
                commitment: commitment,
                isFromChain: isFromChain,
                pinned: pinned,
                now: time
            )
            if let publicKey = signed.receipt.publicKey, verified.pinsKey { pinned = publicKey }
            guard let last = stored.receipts.last, last.signed.text == signed.text else {
                stored.receipts.append(verified)
                return verified
            }
            // It came again, and may prove more now.
            guard verified.isVerifiedByCaller || verified.verifiedBy.strength > last.verifiedBy.strength else {
                return last
            }
            stored.receipts[stored.receipts.count - 1] = verified
            return verified
        }
    }
}

extension VerifiedReceipt {
    fileprivate var isVerifiedByCaller: Bool { verifiedBy == .chain || verifiedBy == .given }

    /// Whether the key is remembered for the account. The receipt alone does not tell that the key is the account's: anybody can
    /// name any address beside a key of their own.
    fileprivate var pinsKey: Bool {
        guard receipt.action == .connectWallet || receipt.action == .connectWalletAndSignMessage else { return false }
        return receipt.status == .succeeded && isVerifiedByCaller
    }
}
