/// The procedures that a transaction calls, as they cross.
struct CallsMessage: Codable, Sendable {
    struct Procedure: Codable, Sendable {
        let accountId: AccountID?
        let root: Word
        let names: [String]
        let arguments: [Felt]?
        let signature: ContractInterface.Signature?

        enum CodingKeys: String, CodingKey {
            case accountId = "account_id"
            case root, names, arguments, signature
        }
    }

    let procedures: [Procedure]
    let leftOut: Int
    let hasUnknown: Bool

    enum CodingKeys: String, CodingKey {
        case procedures
        case leftOut = "left_out"
        case hasUnknown = "has_unknown"
    }
}
