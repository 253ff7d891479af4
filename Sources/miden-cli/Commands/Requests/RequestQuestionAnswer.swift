import Foundation
import MidenRequests
import MidenSwiftClient
import MidenWalletRPC

/// What a request asks for, before the user decides. What the requester says is a claim.
struct RequestQuestionAnswer: CommandAnswer {
    /// A line of the question.
    struct Line: AnswerPart {
        let name: String
        let text: String
        /// Whether only the requester states it.
        let isClaim: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case name, text, isClaim
        }
    }

    /// A payment that is asked for.
    struct Payment: AnswerPart {
        let recipientId: AccountID
        let asset: AssetAnswer
        let noteType: NoteType
        @OrNull var recallBlocks: Int?

        enum CodingKeys: CodingKey, CaseIterable {
            case recipientId, asset, noteType, recallBlocks
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.asset: AssetAnswer.self]
    }

    let requestId: String
    let requestDigest: String
    let action: RequestAction
    let network: WalletNetwork
    let expiresAt: String
    let requester: RequesterAnswer
    let accountId: AccountID
    let address: String
    let title: String
    /// The text to sign. Nil if there is none.
    @OrNull var message: String?
    let payments: [Payment]
    let lines: [Line]
    let warnings: [String]
    let canBeApproved: Bool
    let canBeSimulated: Bool
    /// Whether it was issued before the wallet was restored, so that it may have been executed before.
    let isBeforeRestore: Bool
    /// What `approve --digest` takes, in hexadecimal digits. Nil if it cannot be approved as it is.
    @OrNull var decisionDigest: String?
    let status: RequestStatus
    /// Whether something is left to do of what was decided. Nil if it is not decided. Not in the JSON.
    private let isOpen: Bool?

    enum CodingKeys: CodingKey, CaseIterable {
        case requestId, requestDigest, action, network, expiresAt, requester, accountId, address, title, message
        case payments, lines, warnings, canBeApproved, canBeSimulated, isBeforeRestore, decisionDigest, status
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [
        .requester: RequesterAnswer.self, .payments: Payment.self, .lines: Line.self,
    ]

    /// Reads a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - wallet: The wallet that is asked, which knows the decimals of tokens.
    /// - Throws: `MidenError` if its tokens cannot be read.
    init(_ question: RequestQuestion, in wallet: MidenWallet) async throws {
        let request = question.request.request
        requestId = request.id.text
        requestDigest = question.request.digest.hexDigits
        action = request.action
        network = request.network ?? WalletNetwork(wallet.configuration.network)
        expiresAt = request.expiresAt.text
        requester = RequesterAnswer(request.requester, standing: question.standing)
        accountId = question.accountID
        address = question.address
        title = question.title
        message = request.message
        payments = try await Self.payments(of: request.content, in: wallet)
        lines = question.lines.map { Line(name: $0.name, text: $0.text, isClaim: $0.isClaim) }
        warnings = question.warnings
        canBeApproved = question.canBeApproved
        canBeSimulated = question.canBeSimulated
        isBeforeRestore = question.isBeforeRestore
        decisionDigest = question.digest?.hexDigits
        status = question.status
        isOpen = question.record?.isOpen
    }

    private static func payments(of content: AppRequest.Content, in wallet: MidenWallet) async throws -> [Payment] {
        guard case .sendCoin(let payments) = content else { return [] }
        let known = try await wallet.getTokens()
        return payments.map { payment in
            Payment(
                recipientId: payment.recipientID,
                asset: AssetAnswer(
                    FungibleAsset(faucetId: payment.faucetID, amount: payment.baseUnits).naming(known)
                ),
                noteType: payment.noteType,
                recallBlocks: payment.recallBlocks
            )
        }
    }

    var text: String {
        let facts: [(name: String, value: String)] = [
            ("account", "\(accountId) (\(address))"), ("network", network.rawValue),
        ]
        // The text of a signature has lines of its own.
        let shown = lines.filter { message == nil || $0.name != "Text" }.map {
            (name: $0.isClaim ? "\($0.name), it claims" : $0.name, value: $0.text)
        }
        let parts =
            [title, Table.facts(facts + shown)]
            + (message.map { ["It signs this text:", $0.quoted] } ?? [])
            + warnings.map { "Warning: \($0)" } + [outcome]
        return parts.joined(separator: "\n")
    }

    private var outcome: String {
        if let isOpen {
            return isOpen
                ? "You approved it, and it is not done yet: `miden-cli request resume` goes on with it."
                : "You decided it before: \(status.rawValue). Nothing is asked again."
        }
        guard let decisionDigest, canBeApproved else {
            return canBeSimulated
                ? "It can be approved after a simulation only: --simulate." : "It can only be declined."
        }
        return "To approve exactly this: --digest \(decisionDigest)"
    }
}
