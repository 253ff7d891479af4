internal import CMidenSwiftClient

/// Looks for the accounts of a mnemonic on the network.
struct RestoreRequest: Request, Codable {
    typealias Reply = RestoreReply

    static var operation: UInt32 { UInt32(WC_OPERATION_RESTORE) }

    let phrase: String
    let gapLimit: UInt32
    let schemes: [SignatureScheme]
    let derivations: [Mnemonic.Derivation]

    enum CodingKeys: String, CodingKey {
        case phrase
        case gapLimit = "gap_limit"
        case schemes, derivations
    }
}

/// The accounts that were found.
struct RestoreReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let accountId: AccountID
        let index: UInt32
        let derivation: Mnemonic.Derivation
        let scheme: SignatureScheme
        let visibility: AccountVisibility
        let outcome: RestoredAccount.Outcome

        enum CodingKeys: String, CodingKey {
            case accountId = "account_id"
            case index, derivation, scheme, visibility, outcome
        }
    }

    let accounts: [Entry]
}

extension RestoredAccount {
    init(_ entry: RestoreReply.Entry) {
        self.init(
            id: entry.accountId,
            index: entry.index,
            derivation: entry.derivation,
            scheme: entry.scheme,
            visibility: entry.visibility,
            outcome: entry.outcome
        )
    }
}
