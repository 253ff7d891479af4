/// The reply that names one account.
struct AccountIDReply: Codable, Sendable {
    let accountId: AccountID

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
    }
}
