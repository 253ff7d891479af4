import Foundation
import MidenSwiftClient

/// What the user granted an origin for one account on one network: its address, and the private data that pages may read
/// without a question.
public struct Grant: Codable, Hashable, Sendable {
    /// The account.
    public let accountId: AccountID
    /// The address of the account, without routing parameters.
    public let address: String
    /// The commitment of the account's key, 32 bytes.
    public let publicKey: Data
    /// The network of the wallet.
    public let network: WalletNetwork
    /// Whether private data is read without a question.
    public internal(set) var privateDataPermission = PrivateDataPermission.uponRequest
    /// The private data that this is about.
    public internal(set) var allowedPrivateData: AllowedPrivateData = []
    /// What the page calls itself: a claim, with the escapes of ``ApprovalQuestion``.
    public internal(set) var appName: String?

    /// A grant of an account that has no permissions.
    init(of accountId: AccountID, in wallet: MidenWallet) async throws {
        self.accountId = accountId
        address = try AccountAddress(accountId, on: wallet.configuration.network).text
        network = WalletNetwork(wallet.configuration.network)
        publicKey = try await wallet.publicKeyCommitment(of: accountId)
    }

    /// Whether pages read private data without a question.
    ///
    /// - Parameter data: The private data, such as the assets.
    /// - Returns: Whether they do. If not, each read asks the user.
    public func readsSilently(_ data: AllowedPrivateData) -> Bool {
        privateDataPermission == .automatic && allowedPrivateData.isSuperset(of: data)
    }

    /// What the page is told of the grant.
    public var session: Session {
        Session(
            address: address,
            publicKey: publicKey,
            network: network,
            privateDataPermission: privateDataPermission,
            allowedPrivateData: allowedPrivateData
        )
    }
}
