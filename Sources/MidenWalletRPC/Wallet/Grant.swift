import Foundation
import MidenSwiftClient

/// What the user granted an origin.
public struct Grant: Codable, Hashable, Sendable {
    /// How many tokens an origin has at most.
    public static let mostTokens = 8

    /// The account.
    public internal(set) var accountId: AccountID
    /// The address of the account, without routing parameters.
    public internal(set) var address: String
    /// The commitment of the account's key, 32 bytes.
    public internal(set) var publicKey: Data
    /// The network of the wallet.
    public let network: WalletNetwork
    /// Whether private data is read without a question.
    public internal(set) var privateDataPermission = PrivateDataPermission.uponRequest
    /// The private data that this is about.
    public internal(set) var allowedPrivateData: AllowedPrivateData = []
    /// What the page calls itself: a claim, with the escapes of ``ApprovalQuestion``.
    public internal(set) var appName: String?
    /// The SHA-256 of each token, the oldest first.
    public internal(set) var tokenDigests: [Data] = []

    /// A grant of an account that has neither tokens nor permissions.
    init(of accountId: AccountID, in wallet: MidenWallet) async throws {
        self.accountId = accountId
        address = try AccountAddress(accountId, on: wallet.configuration.network).text
        network = WalletNetwork(wallet.configuration.network)
        publicKey = try await wallet.publicKeyCommitment(of: accountId)
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

    /// Makes a token. If there are too many it replaces the oldest.
    mutating func issueToken() -> String {
        let token = RandomHex.digits(bytes: 32)
        tokenDigests = Array((tokenDigests + [SHA256.hash(Data(token.utf8))]).suffix(Self.mostTokens))
        return token
    }

    /// Whether a token is one of this grant. The time this takes tells nothing of the tokens.
    func accepts(_ token: String) -> Bool {
        let digest = SHA256.hash(Data(token.utf8))
        return tokenDigests.reduce(false) { isAccepted, known in Self.isEqual(known, digest) || isAccepted }
    }

    private static func isEqual(_ known: Data, _ digest: Data) -> Bool {
        known.count == digest.count && zip(known, digest).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
