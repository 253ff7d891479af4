import Foundation
import MidenSwiftClient

/// A question in texts that an app shows as they are, such as in a sheet or on a terminal: ``ApprovalQuestion/described(on:simulated:)``.
/// What strangers chose in them is escaped.
public struct QuestionDescription: Codable, Hashable, Sendable {
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
    /// What ``ApprovalAnswer/approveTransaction(digest:)`` names. Nil if this is not of a transaction, or of one that cannot be
    /// approved as it is.
    let transactionDigest: Data?

    /// Describes a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - preview: What is shown of its transaction: what the question has, or what a simulation found out.
    ///   - network: The network of the wallet.
    /// - Throws: What the wallet throws if an address or a payload cannot be read.
    init(_ question: ApprovalQuestion, _ preview: TransactionPreview?, on network: MidenWallet.Network) throws {
        var texts = QuestionTexts(network: network)
        try texts.add(question.content, askedOf: question.accountId, preview)
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

    /// The answer that approves what is shown. Nil if it cannot be approved: the user can only decline it, or simulate it.
    public var approval: ApprovalAnswer? {
        guard canBeApproved else { return nil }
        return transactionDigest.map { .approveTransaction(digest: $0) } ?? .approve
    }
}

extension ApprovalQuestion {
    /// Describes the question in texts. Does not wait, and runs no code of the page.
    ///
    /// - Parameters:
    ///   - network: The network of the wallet, whose addresses are shown.
    ///   - preview: What ``simulate()`` found out, nil for what the question itself knows of its transaction.
    /// - Returns: The texts, and the answer that approves what they say.
    /// - Throws: What the wallet throws if an address or a payload cannot be shown. Decline the question then.
    public func described(
        on network: MidenWallet.Network,
        simulated preview: TransactionPreview? = nil
    ) throws -> QuestionDescription {
        try QuestionDescription(self, preview ?? self.preview, on: network)
    }
}
