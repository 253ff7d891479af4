internal import CMidenSwiftClient
import Foundation

/// Makes a faucet.
struct CreateFaucetRequest: Request, Codable {
    typealias Reply = AccountIDReply

    static var operation: UInt32 { UInt32(WC_OPERATION_CREATE_FAUCET) }

    let symbol: String
    let decimals: UInt8
    let maximumSupply: UInt64
    let name: String?
    let scheme: SignatureScheme
    let visibility: AccountVisibility
    let publicKey: Data?

    enum CodingKeys: String, CodingKey {
        case symbol, decimals
        case maximumSupply = "maximum_supply"
        case name, scheme, visibility
        case publicKey = "public_key"
    }
}

/// Asks how a faucet stands.
struct GetFaucetRequest: Request, Codable {
    typealias Reply = GetFaucetReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_FAUCET) }

    let accountId: AccountID

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
    }
}

/// How a faucet stands.
struct GetFaucetReply: Codable, Sendable {
    let faucetId: AccountID
    let name: String
    let symbol: String
    let decimals: UInt8
    let issued: UInt64
    let maximumSupply: UInt64

    enum CodingKeys: String, CodingKey {
        case faucetId = "faucet_id"
        case name, symbol, decimals, issued
        case maximumSupply = "maximum_supply"
    }
}

extension FaucetDetails {
    init(_ reply: GetFaucetReply) {
        self.init(
            id: reply.faucetId,
            name: reply.name,
            symbol: reply.symbol,
            decimals: reply.decimals,
            issued: Amount(reply.issued),
            maximumSupply: Amount(reply.maximumSupply)
        )
    }
}

/// Uses an invitation code.
struct RegisterAccountRequest: Request, Codable {
    typealias Reply = AccountIDReply

    static var operation: UInt32 { UInt32(WC_OPERATION_REGISTER_ACCOUNT) }

    let accountId: AccountID
    let invitationCode: String

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case invitationCode = "invitation_code"
    }
}

/// Asks whether an invitation code can still be used.
struct CheckInvitationRequest: Request, Codable {
    typealias Reply = CheckInvitationReply

    static var operation: UInt32 { UInt32(WC_OPERATION_CHECK_INVITATION) }

    let invitationCode: String

    enum CodingKeys: String, CodingKey {
        case invitationCode = "invitation_code"
    }
}

/// Whether an invitation code can still be used.
struct CheckInvitationReply: Codable, Sendable {
    let isUsable: Bool

    enum CodingKeys: String, CodingKey {
        case isUsable = "is_usable"
    }
}
