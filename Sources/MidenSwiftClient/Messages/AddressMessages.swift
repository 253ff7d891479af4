internal import CMidenSwiftClient
import Foundation

/// Asks for the address of an account. No wallet is needed for it.
struct FormatAddressRequest: Computation, Codable {
    typealias Reply = AddressReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_FORMAT_ADDRESS) }

    let accountId: AccountID
    let network: String

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case network
    }
}

struct AddressReply: Codable, Sendable {
    let address: String
}

/// Asks for the account of an address. No wallet is needed for it.
struct ParseAddressRequest: Computation, Codable {
    typealias Reply = AccountIDReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_PARSE_ADDRESS) }

    let address: String
    /// Nil means any network.
    let network: String?
}

/// Asks for a text as a QR code. No wallet is needed for it.
struct QRCodeRequest: Computation, Codable {
    typealias Reply = QRCodeReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_QR_CODE) }

    let text: String
    let format: QRCode.Format
}

struct QRCodeReply: Codable, Sendable {
    let image: Data
}

/// Asks for the addresses that are kept for an account, or for all.
struct GetAddressesRequest: Request, Codable {
    typealias Reply = GetAddressesReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_ADDRESSES) }

    let accountId: AccountID?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
    }
}

struct GetAddressesReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let accountId: AccountID
        let address: String

        enum CodingKeys: String, CodingKey {
            case address
            case accountId = "account_id"
        }
    }

    let addresses: [Entry]
}

/// Has an address kept.
struct AddAddressRequest: Request, Codable {
    typealias Reply = TagReply

    static var operation: UInt32 { UInt32(WC_OPERATION_ADD_ADDRESS) }

    let address: String
}

/// Has it kept no longer.
struct RemoveAddressRequest: Request, Codable {
    typealias Reply = TagReply

    static var operation: UInt32 { UInt32(WC_OPERATION_REMOVE_ADDRESS) }

    let address: String
}

extension AccountAddress {
    init(_ reply: GetAddressesReply.Entry) {
        self.init(accountId: reply.accountId, text: reply.address)
    }
}
