import Foundation
import MidenSwiftClient

/// What a page of the Safari extension shows the user of a request, in texts that are shown as they are.
public struct SafariQuestion: Codable, Hashable, Sendable {
    /// A line of what is shown.
    public struct Line: Codable, Hashable, Sendable {
        /// What it is, such as `Pays`.
        public let name: String
        /// What it says.
        public let text: String
        /// Whether only the page states it.
        public let isClaim: Bool
    }

    /// What is asked: the name of the case of ``ApprovalQuestion/Content``.
    public let kind: String
    /// What is asked, as a sentence.
    public let title: String
    /// The origin of the page.
    public let origin: String?
    /// What the page calls itself. Only a claim.
    public let appName: String?
    /// The address of the account.
    public let address: String
    /// The network of the wallet.
    public let network: WalletNetwork
    /// What else is shown.
    public let lines: [Line]
    /// What to warn the user of.
    public let warnings: [String]
    /// Whether the user can approve it. If not, the user can only decline.
    public let canBeApproved: Bool
    /// Whether the transaction can be executed first, so that the question shows what it does.
    public let canBeSimulated: Bool
    /// What ``ApprovalAnswer/approveTransaction(digest:)`` names; nil if this is not of a transaction.
    let transactionDigest: Data?

    /// Describes a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - preview: What is shown of its transaction: what the question has, or what a simulation found out.
    ///   - network: The network of the wallet.
    /// - Throws: What the wallet throws if an address or a payload cannot be read.
    init(_ question: ApprovalQuestion, _ preview: TransactionPreview?, on network: MidenWallet.Network) throws {
        var texts = SafariQuestionTexts(network: network)
        try texts.add(question, preview)
        kind = texts.kind
        title = texts.title
        origin = question.origin
        appName = question.appName
        address = question.address
        self.network = question.network
        lines = texts.lines
        warnings = texts.warnings
        transactionDigest = preview?.digest
        let isTransaction = question.preview != nil
        canBeApproved = !isTransaction || transactionDigest != nil
        // What was simulated is shown.
        canBeSimulated = question.canBeSimulated && preview == question.preview
    }

    /// What a decision names: a SHA-256 of the request, of all that is shown of it, and of the digest of its transaction.
    func digest(of request: SafariPageRequest) throws -> Data {
        let head = "miden-swift Safari question v1\n\(request.origin)\n\(request.method)\n"
        let parts = [Data(head.utf8), request.parameters?.data ?? Data(), try JSONText(encoding: self).data]
        // The hashes have one length each, so no part can be taken for another one.
        return SHA256.hash(parts.reduce(Data()) { $0 + SHA256.hash($1) })
    }
}
