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
        /// The page asks for a signature of each payload. Show ``ApprovalQuestion/payloadWarning``.
        case signPayloads([SigningPayload])
        /// The page asks for the signature of a text. It covers the origin too.
        case signMessage(String)
        /// The page asks for the signature of a text of the wallet's own, with which its server recognises the account.
        case signIn(String)
    }

    /// What to tell the user of ``Content/signPayloads(_:)``.
    public static let payloadWarning = "The signature may authorise a transaction, or sign in to another site."

    /// A question has its own id.
    public let id: UUID
    /// The origin of the page; nil if the wallet's own Safari extension asks.
    public let origin: String?
    /// What the page calls itself, at most 64 characters. Only a claim: show it beside the origin, never in its place.
    public let appName: String?
    /// The account.
    public let accountId: AccountID
    /// The address of the account.
    public let address: String
    /// The network of the wallet.
    public let network: WalletNetwork
    /// What the page asks for.
    public let content: Content

    init(_ content: Content, from caller: RPCCaller, appName: String?, about grant: Grant) {
        id = UUID()
        origin = caller.page?.origin
        self.appName = appName?.shown(atMost: ConnectParameters.longestName)
        accountId = grant.accountId
        address = grant.address
        network = grant.network
        self.content = content
    }
}

extension RPCCaller {
    var page: (origin: String, connection: UUID)? {
        guard case .page(let origin, let connection) = self else { return nil }
        return (origin, connection)
    }
}
