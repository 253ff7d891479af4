internal import CMidenSwiftClient
import Foundation

/// Takes in an account with its key from an account file.
struct ImportAccountRequest: Request, Codable {
    typealias Reply = AccountIDReply

    static var operation: UInt32 { UInt32(WC_OPERATION_IMPORT_ACCOUNT) }

    let file: Data

    init(file: [UInt8]) {
        self.file = Data(file)
    }
}
