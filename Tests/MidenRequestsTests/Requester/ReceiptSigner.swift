import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC

@testable import MidenRequests

/// An account that signs receipts like a wallet that carried out a request.
struct ReceiptSigner: Sendable {
    let wallet: MidenWallet
    let account: AccountID
    let commitment: Data

    /// Its address on the network of the requests.
    var address: String {
        get throws { try AccountAddress(account, on: .testnet).text }
    }

    init(_ wallet: MidenWallet, scheme: SignatureScheme = .ecdsaK256Keccak) async throws {
        self.wallet = wallet
        account = try await wallet.createWallet(scheme: scheme)
        commitment = try await wallet.publicKeyCommitment(of: account)
    }

    /// Runs a test with an account on a chain of its own.
    static func with(
        scheme: SignatureScheme = .ecdsaK256Keccak,
        _ body: @Sendable (ReceiptSigner) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let network = MidenWallet.Network.embedded(MidenWallet.EmbeddedOptions(proofs: .dummy))
        let wallet = try MidenWallet(configuration: .init(network: network, dataDirectory: directory.path))
        try await body(try await ReceiptSigner(wallet, scheme: scheme))
        try await wallet.shutdown()
        withExtendedLifetime(directory) {}
    }

    /// The receipt of a request with a status, with the parts that the status needs.
    func draft(
        of request: SignedRequest,
        _ status: RequestStatus = .succeeded,
        number: Int = 1
    ) async throws -> ReceiptDraft {
        var draft = ReceiptDraft(of: request, status, number: number)
        guard status.isSigned else { return draft }
        draft.address = try address
        draft.publicKey = commitment
        if status == .succeeded, let message = request.request.message {
            draft.signature = try await signature(of: message, for: request)
        }
        return draft
    }

    /// The signature of the message of a sign action.
    func signature(of message: String, for request: SignedRequest) async throws -> Data {
        let body = WebMessage(
            origin: "miden-request:" + request.request.requester.key.hexDigits,
            network: .testnet,
            accountId: account,
            message: message
        ).body
        return try await wallet.sign(.webMessage(body: body), accountId: account)
    }

    /// Signs a receipt, if its status is one of a signed receipt.
    func signed(_ draft: ReceiptDraft) async throws -> SignedReceipt {
        let text = try draft.receipt().text()
        guard draft.status.isSigned else { return try SignedReceipt(text: text, signature: nil) }
        return try SignedReceipt(text: text, signature: try await wallet.sign(.receipt(text), accountId: account))
    }

    /// Makes the receipt of a request with a status and signs it.
    func receipt(
        of request: SignedRequest,
        _ status: RequestStatus = .succeeded,
        number: Int = 1
    ) async throws -> SignedReceipt {
        try await signed(try await draft(of: request, status, number: number))
    }
}

/// A receipt of which tests change one thing.
struct ReceiptDraft {
    var requestID: RequestID
    var requestDigest: Data
    var action: RequestAction
    var network = WalletNetwork.testnet
    var number: Int
    var issuedAt: Date
    var status: RequestStatus
    var address: String?
    var publicKey: Data?
    var signature: Data?
    var transactions: [TransactionReceipt]?
    var error: ReceiptError?

    /// A receipt without an account.
    init(of request: SignedRequest, _ status: RequestStatus, number: Int = 1) {
        requestID = request.request.id
        requestDigest = request.digest
        action = request.request.action
        self.number = number
        issuedAt = request.request.issuedAt.addingTimeInterval(60)
        self.status = status
        if request.request.transactionCount > 0, status.isSigned { transactions = [Self.transaction(status)] }
        if status == .cancelled { error = .declined }
        if status == .reverted { error = .notExecuted }
    }

    /// A transaction with the parts that its status needs.
    static func transaction(_ status: RequestStatus, digit: Character = "1") -> TransactionReceipt {
        let id = try? TransactionID("0x" + String(repeating: digit, count: 64))
        return TransactionReceipt(
            status: status,
            transactionID: status.isSigned ? id : nil,
            blockNumber: status == .succeeded ? 7 : nil,
            noteIDs: [],
            error: nil
        )
    }

    /// The receipt of a wallet on another network.
    func moved(to network: WalletNetwork, _ address: AccountAddress) -> ReceiptDraft {
        var draft = self
        draft.network = network
        draft.address = address.text
        return draft
    }

    func receipt() throws -> RequestReceipt {
        try RequestReceipt(
            requestID: requestID,
            requestDigest: requestDigest,
            action: action,
            network: network,
            number: number,
            issuedAt: issuedAt,
            status: status,
            address: address,
            publicKey: publicKey,
            signature: signature,
            transactions: transactions,
            error: error
        )
    }
}

/// Requests of a shop, made without a store.
enum ShopRequest {
    /// When they are made.
    static let time = Date(timeIntervalSince1970: 1_795_780_800)

    static func accountID(_ address: String) throws -> AccountID {
        try AccountAddress(address, on: .testnet).accountId
    }

    static func payment() throws -> RequestedPayment {
        RequestedPayment(
            to: try accountID("mtst1ap2qrmeks90y052tv50ga95p2v9h48yj"),
            faucetID: try accountID("mtst1ap7r6q4fz90y052tv50ga95p2v2j7h4g"),
            baseUnits: 1_500_000
        )
    }

    static func signed(_ content: AppRequest.Content, address: String? = nil) throws -> SignedRequest {
        try make(content, address: address).request
    }

    static func make(
        _ content: AppRequest.Content,
        address: String? = nil,
        network: WalletNetwork? = .testnet
    ) throws -> (request: SignedRequest, secret: RequestSecret) {
        let secret = try RequestSecret()
        let key = try RequesterKey()
        let request = try AppRequest(
            id: secret.id,
            issuedAt: time,
            expiresAt: time.addingTimeInterval(600),
            content: content,
            network: network,
            requester: RequesterIdentity(name: "Shop", key: key.publicKey, origin: nil),
            receiptKey: secret.receiptKey,
            address: address
        )
        return (try SignedRequest(request, by: key), secret)
    }
}
