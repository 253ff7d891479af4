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
    let network: String
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
