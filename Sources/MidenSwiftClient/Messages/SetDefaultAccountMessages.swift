internal import CMidenSwiftClient

/// Chooses the account that is meant where none is named.
struct SetDefaultAccountRequest: Request, Codable {
    typealias Reply = Void

    static var operation: UInt32 { UInt32(WC_OPERATION_SET_DEFAULT_ACCOUNT) }

    /// Nil has no account be meant, and crosses as null: a request without the name is refused.
    let accountId: AccountID?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accountId, forKey: .accountId)
    }
}
