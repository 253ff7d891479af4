internal import CMidenSwiftClient

/// Chooses the account that is meant where none is named.
struct SetDefaultAccountRequest: Request, Codable {
    typealias Reply = Void

    static var operation: UInt32 { UInt32(WC_OPERATION_SET_DEFAULT_ACCOUNT) }

    let accountId: AccountID

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
    }
}
