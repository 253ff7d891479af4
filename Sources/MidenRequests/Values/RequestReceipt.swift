import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What the wallet says of a request. ``SignedReceipt`` has the signature of the account.
public struct RequestReceipt: Hashable, Sendable {
    /// The largest receipt text, in bytes.
    public static let largestText = 8192
    /// The most receipts of a request.
    public static let mostReceipts = 4

    /// The id of the request.
    public let requestID: RequestID
    /// The digest of the request, 32 bytes.
    public let requestDigest: Data
    /// The action of the request.
    public let action: RequestAction
    /// The network of the wallet.
    public let network: WalletNetwork
    /// 1 for the first receipt, then one more each.
    public let number: Int
    /// When the wallet made it, in whole seconds.
    public let issuedAt: Date
    /// How far the request has come.
    public let status: RequestStatus
    /// The address of the account, if the receipt is signed.
    public let address: String?
    /// The commitment to the key of the account, 32 bytes, if the receipt is signed: a claim.
    public let publicKey: Data?
    /// The signature that the request asked for.
    public let signature: Data?
    /// What has become of each transaction of the request, in order.
    public let transactions: [TransactionReceipt]?
    /// Why nothing was carried out.
    public let error: ReceiptError?

    /// Makes a receipt, and checks its form.
    ///
    /// - Parameters:
    ///   - requestID: The id of the request.
    ///   - requestDigest: The digest of the request, 32 bytes.
    ///   - action: The action of the request.
    ///   - network: The network of the wallet.
    ///   - number: From 1 to 4.
    ///   - issuedAt: When it is made. Parts of a second are dropped.
    ///   - status: How far the request has come: neither requested nor expired.
    ///   - address: The address of the account, if and only if the receipt is signed.
    ///   - publicKey: The commitment to its key, 32 bytes, if and only if the receipt is signed.
    ///   - signature: The signature that the request asked for.
    ///   - transactions: What has become of each transaction of the request, 1 to 16.
    ///   - error: Why nothing was carried out.
    /// - Throws: `MidenError.Kind.invalidReceiptForm` with the member that is not of the form.
    public init(
        requestID: RequestID,
        requestDigest: Data,
        action: RequestAction,
        network: WalletNetwork,
        number: Int,
        issuedAt: Date,
        status: RequestStatus,
        address: String? = nil,
        publicKey: Data? = nil,
        signature: Data? = nil,
        transactions: [TransactionReceipt]? = nil,
        error: ReceiptError? = nil
    ) throws {
        self.requestID = requestID
        self.requestDigest = requestDigest
        self.action = action
        self.network = network
        self.number = number
        self.issuedAt = Date(timeIntervalSince1970: issuedAt.timeIntervalSince1970.rounded(.down))
        self.status = status
        self.address = address
        self.publicKey = publicKey
        self.signature = signature
        self.transactions = transactions
        self.error = error
        try checkForm()
        _ = try text()
    }

    /// Writes the receipt in the one form that writers use: names sorted, no whitespace, optional members left out.
    ///
    /// - Returns: The text in UTF-8.
    /// - Throws: `MidenError.Kind.invalidReceiptForm` if it has more than 8,192 bytes.
    public func text() throws -> Data {
        let text = try JSONText(encoding: Members(self)).data
        guard text.count <= Self.largestText else {
            throw MidenError.invalidReceiptForm(
                "it has \(text.count) bytes, and at most \(Self.largestText) are allowed."
            )
        }
        return text
    }

    func checkForm() throws {
        guard requestDigest.count == 32 else {
            throw MidenError.invalidReceiptForm("requestDigest is not 32 bytes.")
        }
        guard (1...Self.mostReceipts).contains(number) else {
            throw MidenError.invalidReceiptForm("number is not from 1 to \(Self.mostReceipts).")
        }
        guard (0...AppRequest.latestTime).contains(issuedAt.timeIntervalSince1970) else {
            throw MidenError.invalidReceiptForm("issuedAt is not a time from 1970 to 9999.")
        }
        guard status != .requested, status != .expired else {
            throw MidenError.invalidReceiptForm("status is not one that a receipt can have.")
        }
        guard (address == nil) == (publicKey == nil) else {
            throw MidenError.invalidReceiptForm("address and publicKey are not there together.")
        }
        guard publicKey?.count ?? 32 == 32 else {
            throw MidenError.invalidReceiptForm("publicKey is not 32 bytes.")
        }
        if let address {
            _ = try RequestAddress.accountID(of: address, on: network, invalid: MidenError.invalidReceiptForm)
        }
        if let transactions {
            guard (1...AppRequest.mostTransactions).contains(transactions.count) else {
                throw MidenError.invalidReceiptForm(
                    "transactions is not a list of 1 to \(AppRequest.mostTransactions)."
                )
            }
            if let index = transactions.firstIndex(where: { $0.status == .expired }) {
                throw MidenError.invalidReceiptForm("transactions[\(index)].status is not one that a receipt can have.")
            }
        }
    }

    private struct Members: Encodable {
        let version = 1
        let requestId: RequestID
        let requestDigest: String
        let action: RequestAction
        let network: WalletNetwork
        let number: Int
        let issuedAt: Int
        let status: RequestStatus
        let address: String?
        let publicKey: Data?
        let signature: Data?
        let transactions: [TransactionReceipt]?
        let error: ReceiptError?

        init(_ receipt: RequestReceipt) {
            requestId = receipt.requestID
            requestDigest = receipt.requestDigest.hexDigits
            action = receipt.action
            network = receipt.network
            number = receipt.number
            issuedAt = Int(receipt.issuedAt.timeIntervalSince1970)
            status = receipt.status
            address = receipt.address
            publicKey = receipt.publicKey
            signature = receipt.signature
            transactions = receipt.transactions
            error = receipt.error
        }
    }
}

extension RequestReceipt: CustomStringConvertible {
    /// The number, the status and the id of the request: neither the address nor the transactions.
    public var description: String { "receipt \(number) of request \(requestID) (\(status.rawValue))" }
}
