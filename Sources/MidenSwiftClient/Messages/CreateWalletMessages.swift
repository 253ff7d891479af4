internal import CMidenSwiftClient
import Foundation

/// Makes an account and its key.
struct CreateWalletRequest: Request, Codable {
    typealias Reply = AccountIDReply

    static var operation: UInt32 { UInt32(WC_OPERATION_CREATE_WALLET) }

    let seed: Data?
    let scheme: SignatureScheme
    let visibility: AccountVisibility

    init(seed: [UInt8]?, scheme: SignatureScheme, visibility: AccountVisibility) {
        self.seed = seed.map { Data($0) }
        self.scheme = scheme
        self.visibility = visibility
    }
}
