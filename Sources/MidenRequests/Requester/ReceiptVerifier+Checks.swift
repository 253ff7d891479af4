import Foundation
import MidenSwiftClient
import MidenWalletRPC

extension ReceiptVerifier {
    /// Check 3.
    func requireRequest(_ receipt: RequestReceipt, _ request: SignedRequest) throws {
        let check = ReceiptCheck.request
        try check.require(receipt.requestID == request.request.id, "it is of another request")
        try check.require(receipt.requestDigest == request.digest, "it is of another text of the request")
        try check.require(
            receipt.action == request.request.action,
            "its action is \(receipt.action.rawValue), and that of the request \(request.request.action.rawValue)"
        )
        if let network = request.request.network {
            try check.require(
                receipt.network == network,
                "its network is \(receipt.network.rawValue), and that of the request \(network.rawValue)"
            )
        }
    }

    /// Check 4.
    func requireOrder(_ receipt: RequestReceipt, after earlier: [RequestReceipt]) throws {
        let check = ReceiptCheck.order
        let last = earlier.last
        if let last {
            try check.require(
                receipt.number != last.number,
                "another receipt with its number \(receipt.number) was accepted before"
            )
            try check.require(
                receipt.number > last.number,
                "its number is \(receipt.number), and receipt \(last.number) was accepted before"
            )
        }
        try check.require(
            receipt.status.canFollow(last?.status),
            last.map { "\(receipt.status.rawValue) cannot follow \($0.status.rawValue)" }
                ?? "\(receipt.status.rawValue) is not a status of a receipt"
        )
        for (index, told) in (last?.transactions ?? []).enumerated() {
            // Whether there are too few is check 8.
            guard let transactions = receipt.transactions, index < transactions.count else { break }
            let transaction = transactions[index]
            try check.require(
                told.transactionID == nil || transaction.transactionID == told.transactionID,
                "it names another transaction than the receipt before"
            )
            try check.require(
                told.status.canBecome(transaction.status),
                "a transaction that was \(told.status.rawValue) cannot be \(transaction.status.rawValue)"
            )
        }
    }

    /// Check 5.
    func requireAccount(
        _ receipt: RequestReceipt,
        _ request: AppRequest,
        after earlier: [RequestReceipt],
        verifiedBy source: VerifiedBy?
    ) throws {
        guard let address = receipt.address else { return }
        // Addresses of the embedded chain and of a node on this machine begin differently and can be of one account.
        let account = try RequestAddress.accountID(of: address, on: receipt.network)
        if let requested = request.address {
            try ReceiptCheck.account.require(
                account == RequestAddress.accountID(of: requested, on: request.network),
                "it is of another account than the request names"
            )
        }
        // The last one was compared with those before it that prove as much.
        guard let known = earlier.last(where: { $0.address != nil }), let address = known.address else { return }
        try ReceiptCheck.account.require(
            account == RequestAddress.accountID(of: address, on: known.network),
            "it is of another account than an earlier receipt"
        )
        // The chain tells that an account has another key since.
        try ReceiptCheck.account.require(
            source == .chain || receipt.publicKey == known.publicKey,
            "it names another key than an earlier receipt"
        )
    }

    /// Check 6.
    func requireSigned(_ signed: SignedReceipt) throws {
        let receipt = signed.receipt
        let parts = [signed.signature != nil, receipt.address != nil, receipt.publicKey != nil]
        if receipt.status.isSigned {
            try ReceiptCheck.isSigned.require(
                parts.allSatisfy { $0 },
                "a receipt with the status \(receipt.status.rawValue) is signed and names its account and key"
            )
        } else {
            try ReceiptCheck.isSigned.require(
                !parts.contains(true),
                "a receipt with the status \(receipt.status.rawValue) is not signed and names no account"
            )
        }
    }

    /// Where the commitment is from by which a receipt is verified, nil if it is not signed.
    func source(of signed: SignedReceipt, commitment: Data?, isFromChain: Bool, pinned: Data?) -> VerifiedBy? {
        guard signed.signature != nil else { return nil }
        if commitment != nil { return isFromChain ? .chain : .given }
        return pinned == nil ? .unverified : .pinned
    }

    /// Check 7.
    func requireSignature(_ signed: SignedReceipt, by commitment: Data?, from source: VerifiedBy?) throws {
        guard let signature = signed.signature, let publicKey = signed.receipt.publicKey, let source else { return }
        let check = ReceiptCheck.signature
        let expected = commitment ?? publicKey
        try check.require(publicKey == expected, "it names another key than the account has (\(source.rawValue))")
        try check.require(
            isValid(signature, .receipt(signed.text), commitment: expected),
            "its signature is not one of this text by the account's key"
        )
    }

    /// Check 8.
    func requireTransactions(_ receipt: RequestReceipt, _ request: AppRequest) throws {
        let check = ReceiptCheck.transactions
        let status = receipt.status
        guard let transactions = receipt.transactions else {
            // A request of which nothing was carried out need not tell it of each transaction.
            try check.require(
                request.transactionCount == 0 || !status.isSigned,
                "it does not say what became of the transactions"
            )
            try check.require(
                request.transactionCount > 0 || (status != .executed && status != .failed),
                "the request has no transaction, and the status is \(status.rawValue)"
            )
            return
        }
        try check.require(
            request.transactionCount > 0 && transactions.count == request.transactionCount,
            "it has \(transactions.count) transactions, and the request \(request.transactionCount)"
        )
        for transaction in transactions { try requireWhole(transaction) }
        let statuses = transactions.map(\.status)
        let agrees =
            switch status {
            case .executed:
                statuses.allSatisfy { [.requested, .executed, .succeeded].contains($0) }
                    && statuses.contains { $0.isSubmitted } && !statuses.allSatisfy { $0 == .succeeded }
            case .succeeded: statuses.allSatisfy { $0 == .succeeded }
            case .failed:
                statuses.contains { $0.isSubmitted }
                    && statuses.contains { [.failed, .reverted, .cancelled].contains($0) }
            case .reverted: !statuses.contains { $0.isSubmitted } && statuses.contains(.reverted)
            case .cancelled: statuses.allSatisfy { $0 == .cancelled }
            case .requested, .expired: false
            }
        try check.require(agrees, "its transactions do not agree with the status \(status.rawValue)")
    }

    /// A transaction that was submitted has an id, and one in a block a block number; others have neither.
    private func requireWhole(_ transaction: TransactionReceipt) throws {
        let check = ReceiptCheck.transactions
        let status = transaction.status
        try check.require(status != .expired, "expired is not a status of a transaction")
        try check.require(
            (transaction.transactionID != nil) == status.isSubmitted,
            "a transaction that is \(status.rawValue) has \(status.isSubmitted ? "an" : "no") id"
        )
        try check.require(
            (transaction.blockNumber != nil) == (status == .succeeded),
            "a transaction that is \(status.rawValue) has \(status == .succeeded ? "a" : "no") block"
        )
    }

    /// Check 9.
    func requireTime(_ receipt: RequestReceipt, _ request: AppRequest, now: Date) throws {
        let early = request.issuedAt.timeIntervalSince(receipt.issuedAt) - Self.clockDifference
        try ReceiptCheck.time.require(
            early <= 0,
            "it says that it was made before the request. The clocks differ by more than 5 minutes"
        )
        let late = receipt.issuedAt.timeIntervalSince(now) - Self.clockDifference
        try ReceiptCheck.time.require(
            late <= 0,
            "it says that it was made in the future. The clocks differ by more than 5 minutes"
        )
    }

    /// Check 10.
    func requireMessageSignature(_ receipt: RequestReceipt, _ request: AppRequest) throws {
        let check = ReceiptCheck.messageSignature
        guard let message = request.message, receipt.status == .succeeded else {
            try check.require(receipt.signature == nil, "it has a signature of a message, and no message was signed")
            return
        }
        guard let signature = receipt.signature else { throw check.failed("it has no signature of the message") }
        guard let address = receipt.address, let commitment = receipt.publicKey else {
            throw check.failed("it names no account")
        }
        let body = WebMessage(
            origin: "miden-request:" + request.requester.key.hexDigits,
            network: receipt.network,
            accountId: try RequestAddress.accountID(of: address, on: receipt.network),
            message: message
        ).body
        try check.require(
            isValid(signature, .webMessage(body: body), commitment: commitment),
            "the signature of the message is not one by the account's key"
        )
    }

    /// Whether a signature holds. What is no signature or no key does not.
    private func isValid(_ signature: Data, _ payload: SigningPayload, commitment: Data) throws -> Bool {
        do {
            return try PageSignature.isValid(signature, payload: payload, commitment: commitment)
        } catch  where error.code == .invalidParameter {
            return false
        }
    }

    /// An address without its routing parameters.
    static func withoutRouting(_ address: String) -> String { String(address.prefix { $0 != "_" }) }
}
