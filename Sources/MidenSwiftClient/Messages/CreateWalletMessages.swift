internal import CMidenSwiftClient
import Foundation

/// Makes an account: with a new key, or for one the app's signer has.
struct CreateWalletRequest: Request, Codable {
    typealias Reply = AccountIDReply

    static var operation: UInt32 { UInt32(WC_OPERATION_CREATE_WALLET) }

    let seed: Data?
    let scheme: SignatureScheme
    let visibility: AccountVisibility
    let publicKey: Data?

    enum CodingKeys: String, CodingKey {
        case seed, scheme, visibility
        case publicKey = "public_key"
    }

    init(seed: [UInt8]?, scheme: SignatureScheme, visibility: AccountVisibility) {
        self.seed = seed.map { Data($0) }
        self.scheme = scheme
        self.visibility = visibility
        publicKey = nil
    }

    init(publicKey: Data, scheme: SignatureScheme, visibility: AccountVisibility) {
        seed = nil
        self.scheme = scheme
        self.visibility = visibility
        self.publicKey = publicKey
    }
}
