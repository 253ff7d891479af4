import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What the wallet keeps of a request from the decision on. Until nothing is left to do it has what is needed to pay.
struct DecidedRequest: Codable, Hashable, Sendable {
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
