import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What the user decides of a request: texts to show as they are. What strangers chose in them is escaped.
///
/// Nothing is stored and nothing is sent for it. ``RequestWallet/approve(_:maximumFee:isRepetitionAccepted:timeout:)`` makes
/// what it shows, and nothing else.
public struct RequestQuestion: Sendable {
    /// The request. Its name of the requester is a claim, with any characters: show ``lines`` instead.
    public let request: SignedRequest
    /// The account that acts.
    public let accountID: AccountID
    /// The address of that account.
    public let address: String
    /// What the wallet knows of the requester.
    public let standing: RequesterStanding
    /// What is asked, as a sentence.
    public let title: String
    /// What else is shown.
    public let lines: [QuestionDescription.Line]
    /// What to warn the user of.
    public let warnings: [String]
    /// Whether the user can approve it. If not, the user can simulate it if ``canBeSimulated``, or decline.
    public let canBeApproved: Bool
    /// Whether the transaction can be executed first, so that another question shows what it does.
    public let canBeSimulated: Bool
    /// Why the transaction cannot be made now, as a sentence: one of the ``warnings`` has it too. Nil if it can be made, or if
    /// that is not known yet.
    public internal(set) var impossibility: String?
    /// Whether the request was issued before the wallet was restored from a backup: it may have been paid already.
    public let isBeforeRestore: Bool
    /// The fee that was foreseen. Nil if there is none, or if it is not known before the transaction is made.
    public let fee: FungibleAsset?
    /// The decision digest, 32 bytes: what the user approves. Nil if it cannot be approved.
    public let digest: Data?
    /// What is kept of the request. Nil if it is not decided.
    public let record: RequestRecord?

    /// What is made if the user approves. Nil if it is no transaction, or cannot be approved.
    let work: TransactionWork?

    /// How far the request is.
    public var status: RequestStatus { record?.status ?? .requested }
}

extension SignedRequest {
    /// The decision digest: what the user approves.
    ///
    /// - Parameters:
    ///   - accountID: The account that acts.
    ///   - previews: The digest of the preview of each transaction.
    /// - Returns: 32 bytes.
    func decisionDigest(accountID: AccountID, previews: [Data]) -> Data {
        let account = Data(hexDigits: accountID.hex.dropFirst(2)) ?? Data()
        let head = Data("miden-swift request decision v1\n".utf8)
        return SHA256.hash(previews.reduce(head + digest + account) { $0 + $1 })
    }
}
