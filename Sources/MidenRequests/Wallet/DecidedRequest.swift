import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What the wallet keeps of a request from the decision on. Until nothing is left to do it has what is needed to pay.
struct DecidedRequest: Codable, Hashable, Sendable {
    /// What its files are named by: the id, and a digest of the requester's key and the id. The same id with another key is
    /// another request.
    struct Name: Hashable, Sendable {
        private static let digitCount = 16

        /// The id of the request.
        let id: RequestID
        /// The first digits of the reference of its transaction, which is a digest of the key and the id. So the file is found
        /// by the reference as well.
        let digits: String

        /// The name without the end `.json`.
        var text: String { "\(id.text)-\(digits)" }

        /// The name of a request.
        init(_ request: SignedRequest) {
            id = request.request.id
            digits = Self.digits(ofReference: request.reference(ofTransaction: 0)) ?? ""
        }

        /// Reads a name. Nil if it is none.
        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let id = try? RequestID(String(parts[0])),
                let digest = Data(hexDigits: parts[1]), digest.count * 2 == Self.digitCount
            else { return nil }
            self.id = id
            digits = String(parts[1])
        }

        /// The digits in the name of a request that has a transaction with a reference. Nil if the reference is of no request.
        static func digits(ofReference reference: String) -> String? {
            guard reference.hasPrefix(SignedRequest.referencePrefix) else { return nil }
            return String(reference.dropFirst(SignedRequest.referencePrefix.count).prefix(digitCount))
        }
    }

    /// How far it is.
    enum State: String, Codable, Hashable, Sendable {
        /// The user approved it. Something is left to do.
        case approved
        /// The user declined it.
        case declined
        /// Nothing is left to do.
        case done
    }

    /// A transaction of the request.
    struct Entry: Codable, Hashable, Sendable {
        /// The wallet's name of it, which makes it once.
        let reference: String
        /// What the user approved. Nil once it is submitted, or cannot be made.
        var work: TransactionWork?
        /// How far it is.
        var status = RequestStatus.requested
        /// The transaction, once it is submitted.
        var transactionID: TransactionID?
        /// The height of the chain when it was submitted. Nil if that is not known.
        var submissionHeight: UInt32?
        /// The block that includes it.
        var blockNumber: UInt32?
        /// The notes that it was told to make.
        var noteIDs: [NoteID] = []
        /// Why it was not carried out, as the requester is told.
        var error: ReceiptError?
        /// Why, for the user alone.
        var reason: String?

        /// What a receipt says of it.
        var receipt: TransactionReceipt {
            TransactionReceipt(
                status: status,
                transactionID: transactionID,
                blockNumber: blockNumber,
                noteIDs: noteIDs,
                error: error
            )
        }
    }

    /// The signed request.
    let request: Data
    /// The account that acts.
    let accountID: AccountID
    /// When the user decided, to the second.
    let decidedAt: Date
    /// What the fee of a transaction may be at most, in base units. Nil means any fee that was approved.
    let maximumFee: UInt64?
    /// How far it is.
    var state: State
    /// The transactions, in the order of the request.
    var transactions: [Entry]
    /// The signed receipts, in the order of their numbers.
    var receipts: [Data] = []

    /// Whether nothing is left to do.
    var isSettled: Bool { state != .approved }
}
