import Foundation
import MidenRequests
import MidenSwiftClient

/// What a requester knows of its request: the newest receipt that it verified.
struct ReceiptAnswer: CommandAnswer {
    let requestId: String
    let status: RequestStatus
    /// The number of the receipt. Nil if there is none yet.
    @OrNull var number: Int?
    @OrNull var action: RequestAction?
    @OrNull var issuedAt: String?
    @OrNull var address: String?
    /// The commitment to the key of the account, which `--commitment` takes.
    @OrNull var commitment: String?
    /// The signature of the message, if one was asked for.
    @OrNull var messageSignature: Data?
    let transactions: [RequestTransactionAnswer]
    @OrNull var error: RequestErrorAnswer?
    /// Where the key of the account was taken from. Nil if the receipt names no account.
    @OrNull var verifiedBy: VerifiedBy?
    /// The bytes of the receipt's text, for other programs. Nil if there is none yet.
    @OrNull var receipt: Data?
    /// The signature of the account over them. Nil if the receipt names no account.
    @OrNull var signature: Data?

    enum CodingKeys: CodingKey, CaseIterable {
        case requestId, status, number, action, issuedAt, address, commitment, messageSignature, transactions, error
        case verifiedBy, receipt, signature
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [.transactions: RequestTransactionAnswer.self]

    /// A request without a receipt.
    init(_ id: RequestID, status: RequestStatus) {
        requestId = id.text
        self.status = status
        transactions = []
    }

    /// A receipt that was verified.
    init(_ verified: VerifiedReceipt) {
        let receipt = verified.receipt
        requestId = receipt.requestID.text
        status = receipt.status
        number = receipt.number
        action = receipt.action
        issuedAt = receipt.issuedAt.text
        address = receipt.address
        commitment = receipt.publicKey.map { "0x\($0.hexDigits)" }
        messageSignature = receipt.signature
        transactions = (receipt.transactions ?? []).map(RequestTransactionAnswer.init)
        error = receipt.error.map(RequestErrorAnswer.init)
        verifiedBy = verified.verifiedBy
        self.receipt = verified.signed.text
        signature = verified.signed.signature
    }

    var text: String {
        guard let number, let issuedAt else {
            return "There is no receipt of the request \(requestId) yet: \(status.rawValue)."
        }
        var facts: [(name: String, value: String)] = [
            ("request", requestId), ("status", status.rawValue), ("receipt", "number \(number) of \(issuedAt)"),
            ("account", address ?? ""), ("key", commitment ?? ""),
            ("signature", messageSignature?.base64EncodedString() ?? ""),
        ]
        facts += transactions.flatMap(\.facts)
        facts.append(("because", error?.message ?? ""))
        facts.removeAll { $0.value.isEmpty }
        return "\(sentence)\n\(Table.facts(facts))"
    }

    private var sentence: String {
        switch verifiedBy {
        case nil: "The receipt is of this request. It names no account, and nothing was carried out."
        case .chain?: "The receipt is signed by the account, whose key the chain has."
        case .pinned?: "The receipt is signed with the key that the account had before."
        case .given?: "The receipt is signed with the key that you gave."
        case .unverified?:
            """
            The receipt is signed with the key below. Whose key that is, it does not prove: give --on-chain, or --commitment with \
            the one you know.
            """
        }
    }
}
