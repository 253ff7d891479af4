import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What the wallet keeps of a request that the user decided.
public struct RequestRecord: Hashable, Sendable {
    /// The id of the request.
    public let id: RequestID
    /// The digest of the request, 32 bytes.
    public let requestDigest: Data
    /// The app that asked. Its name and origin are claims.
    public let requester: RequesterIdentity
    /// What it asked for.
    public let action: RequestAction
    /// The account that acts.
    public let accountID: AccountID
    /// How far the request is: ``RequestStatus/requested`` if it is approved and there is no receipt yet.
    public let status: RequestStatus
    /// When the user decided, to the second.
    public let decidedAt: Date
    /// Until when a transaction of it may begin.
    public let expiresAt: Date
    /// The transactions, in the order of the request. Empty if the user declined, or if it asks for none.
    public let transactions: [TransactionReceipt]
    /// What the wallet names each transaction by: `TransactionRecord.reference`.
    public let references: [String]
    /// The receipts, in the order of their numbers.
    public let receipts: [SignedReceipt]
    /// Whether something is left to do: ``RequestWallet/resume(timeout:)`` goes on.
    public let isOpen: Bool
    /// Why a transaction was not made, or why it is not known what became of it, for the user alone. It is in no receipt.
    public let reason: String?

    private let request: SignedRequest

    /// Says what a file has, whose request was verified before it was written.
    init(_ file: DecidedRequest) throws {
        try self.init(file, of: SignedRequest(verifiedBefore: file.request))
    }

    /// Says what a file has.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - request: The request in the file.
    /// - Throws: ``MidenError`` if a receipt in the file is not of the form.
    init(_ file: DecidedRequest, of request: SignedRequest) throws {
        self.request = request
        id = request.request.id
        requestDigest = request.digest
        requester = request.request.requester
        action = request.request.action
        accountID = file.accountID
        decidedAt = file.decidedAt
        expiresAt = request.request.expiresAt
        transactions = file.transactions.map(\.receipt)
        references = file.transactions.map(\.reference)
        receipts = try file.receipts.map { try SignedReceipt($0) }
        // An external signer signs one receipt, so a later end is in no receipt.
        status =
            file.transactions.first.flatMap { $0.status == .requested ? nil : $0.status }
            ?? receipts.last?.receipt.status ?? .requested
        isOpen = !file.isSettled
        reason = file.transactions.compactMap(\.reason).first
    }

    /// The newest receipt, sealed to the requester. Needs no wallet and no network, and does not wait.
    ///
    /// - Returns: The sealed receipt, nil if there is no receipt yet.
    /// - Throws: `MidenError.Code.unsupported` if this build or this CPU cannot do it.
    public func sealedReceipt() throws -> Data? {
        try receipts.last?.sealed(for: request)
    }
}
