import Foundation
import MidenSwiftClient

/// What the user decides.
///
/// The page's texts are on one line. Control and bidirectional characters, characters that are not seen, and long rows of
/// combining marks are escaped, such as `\u{202E}`. A text that is cut ends with ` … (cut)`.
public struct ApprovalQuestion: Hashable, Sendable, Identifiable {
    /// What the page asks for.
    public enum Content: Hashable, Sendable {
        /// The wallet is locked: approve after the user unlocked it. The page's request follows as another question.
        case unlock
        /// The page asks for the account: its address, and if `privateData` is automatic the allowed data without a question.
        case connect(privateData: PrivateDataPermission, allowed: AllowedPrivateData)
        /// The page asks what the account owns.
        case assets
        /// The page asks for the notes of the account, those that only it knows too.
        case notes
        /// The page gives the account a note, which the wallet keeps. What the file says of it is a claim.
        case importNote(NoteFileDescription)
        /// The page asks for a signature of each payload. Show ``ApprovalQuestion/payloadWarning``, and what each would
        /// authorise: ``ApprovalQuestion/describePayloads()``.
        case signPayloads([SigningPayload])
        /// The page asks for the signature of a text. It covers the origin too.
        case signMessage(String)
        /// The page asks for the signature of a text of the wallet's own, with which its server recognises the account.
        case signIn(String)
        /// The page asks for a payment. What the wallet found out of it is its own; the payment is what the page asked for.
        case send(Payment, TransactionPreview)
        /// The page asks to consume a note.
        case consume(PageNote, TransactionPreview)
        /// The page asks to execute a transaction that it made.
        case transaction(PageTransaction, TransactionPreview)
    }

    /// What to tell the user of ``Content/signPayloads(_:)``.
    public static let payloadWarning = "The signature may authorise a transaction, or sign in to another site."

    /// A question has its own id.
    public let id: UUID
    /// The origin of the page; nil if the wallet's own Safari extension asks.
    public let origin: String?
    /// What the page calls itself, at most 64 characters. Only a claim: show it beside the origin, never in its place.
    public let appName: String?
    /// What the page has as its icon: a PNG of at most 32 KiB, as the page sent it since the app was started. Only a claim:
    /// never show it without the origin. Whoever decodes it has to expect a picture that is damaged or of any size.
    public let icon: Data?
    /// The account.
    public let accountId: AccountID
    /// The address of the account.
    public let address: String
    /// The network of the wallet.
    public let network: WalletNetwork
    /// What the page asks for.
    public internal(set) var content: Content

    /// What ``ApprovalAnswer/approveTransaction(digest:)`` names. Nil if this is not of a transaction, or if it cannot be
    /// approved as it is.
    public var digest: Data? { preview?.digest }

    /// What the question shows of a transaction; nil for other questions.
    var preview: TransactionPreview? {
        switch content {
        case .send(_, let preview), .consume(_, let preview), .transaction(_, let preview): preview
        case .unlock, .connect, .assets, .notes, .importNote, .signPayloads, .signMessage, .signIn: nil
        }
    }

    /// Says what the signature of each payload of ``Content/signPayloads(_:)`` would authorise, as far as its bytes tell: for
    /// signing inputs of a transaction, what it moves. Runs no code of the page, and does not wait.
    ///
    /// - Returns: The descriptions in the order of the payloads, none for other questions.
    /// - Throws: ``MidenError/Kind/invalidSigningPayload`` if a payload cannot be read.
    public func describePayloads() throws -> [PayloadDescription] {
        guard case .signPayloads(let payloads) = content else { return [] }
        return try payloads.map { try $0.described() }
    }

    /// What executes the transaction if the user asks for it.
    var simulation: TransactionSimulation?

    /// Whether ``simulate()`` can be called.
    public var canBeSimulated: Bool { simulation != nil }

    /// Executes the transaction of the page, if the user asks for it, and neither proves nor submits it. Its code runs within
    /// the wallet's budget. Other requests of the wallet do not wait for it.
    ///
    /// - Returns: What it would do. The user can approve it by its digest, or what was shown before.
    /// - Throws: `CancellationError` if the question has ended, if ``canBeSimulated`` is false, or if the task is cancelled.
    public func simulate() async throws -> TransactionPreview {
        guard let simulation else { throw CancellationError() }
        return try await simulation.preview()
    }

    init(
        _ content: Content,
        from caller: RPCCaller,
        appName: String?,
        icon: Data? = nil,
        about grant: Grant,
        simulation: TransactionSimulation? = nil
    ) {
        id = UUID()
        origin = caller.page?.origin
        self.appName = appName?.shown(atMost: ConnectParameters.longestName)
        self.icon = icon
        accountId = grant.accountId
        address = grant.address
        network = grant.network
        self.content = content
        self.simulation = simulation
    }
}

extension ApprovalQuestion {
    /// What was shown under a digest, by the question or by a simulation.
    func shown(digest: Data) -> TransactionPreview? {
        if let preview, preview.digest == digest { return preview }
        return simulation?.preview(digest: digest)
    }

    /// Whether an answer approves what the question shows.
    func isApproved(by answer: ApprovalAnswer) -> Bool {
        switch answer {
        case .approve: preview == nil
        case .approveTransaction(let digest): shown(digest: digest) != nil
        case .decline: false
        }
    }
}

extension RPCCaller {
    var page: (origin: String, connection: UUID)? {
        guard case .page(let origin, let connection) = self else { return nil }
        return (origin, connection)
    }
}
