internal import CMidenSwiftClient

/// Gives an account a name, or takes it away.
struct RenameAccountRequest: Request, Codable {
    typealias Reply = Void

    static var operation: UInt32 { UInt32(WC_OPERATION_RENAME_ACCOUNT) }

    let accountId: AccountID
    /// Nil takes it away.
    let name: String?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case name
    }
}
