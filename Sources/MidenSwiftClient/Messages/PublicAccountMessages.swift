internal import CMidenSwiftClient

/// Asks for a public account of anybody.
struct GetPublicAccountRequest: Request, Codable {
    typealias Reply = PublicAccountReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_PUBLIC_ACCOUNT) }

    let accountId: AccountID
    /// The node's newest block where there is none.
    let blockNumber: UInt32?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case blockNumber = "block_number"
    }
}

/// A public account, as it crosses.
struct PublicAccountReply: Codable, Sendable {
    struct Verification: Codable, Sendable {
        let checked: [PublicAccount.Verification.Part]
        let unchecked: [PublicAccount.Verification.Part]
        let syncHeight: UInt32

        enum CodingKeys: String, CodingKey {
            case checked, unchecked
            case syncHeight = "sync_height"
        }
    }

    let state: AccountStateMessage
    let blockNumber: UInt32
    let verification: Verification

    enum CodingKeys: String, CodingKey {
        case blockNumber = "block_number"
        case verification
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        state = try AccountStateMessage(from: decoder)
        blockNumber = try values.decode(UInt32.self, forKey: .blockNumber)
        verification = try values.decode(Verification.self, forKey: .verification)
    }

    func encode(to encoder: any Encoder) throws {
        try state.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(blockNumber, forKey: .blockNumber)
        try values.encode(verification, forKey: .verification)
    }
}

extension PublicAccount {
    init(_ reply: PublicAccountReply) {
        self.init(
            state: AccountState(reply.state),
            blockNumber: reply.blockNumber,
            verification: Verification(
                checked: reply.verification.checked,
                unchecked: reply.verification.unchecked,
                syncHeight: reply.verification.syncHeight
            )
        )
    }
}
