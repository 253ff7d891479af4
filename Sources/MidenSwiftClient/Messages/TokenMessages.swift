internal import CMidenSwiftClient

/// Asks for the tokens the wallet knows.
struct GetTokensRequest: BareRequest, Codable {
    typealias Reply = TokensReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_TOKENS) }
}

/// Adds the token of a faucet.
struct AddTokenRequest: Request, Codable {
    typealias Reply = TokenReply

    static var operation: UInt32 { UInt32(WC_OPERATION_ADD_TOKEN) }

    let faucetId: AccountID

    enum CodingKeys: String, CodingKey {
        case faucetId = "account_id"
    }
}

/// Hides a token, or shows it again.
struct SetTokenHiddenRequest: Request, Codable {
    typealias Reply = TokenReply

    static var operation: UInt32 { UInt32(WC_OPERATION_SET_TOKEN_HIDDEN) }

    let faucetId: AccountID
    let isHidden: Bool

    enum CodingKeys: String, CodingKey {
        case faucetId = "faucet_id"
        case isHidden = "is_hidden"
    }
}

/// Tokens, as they cross.
struct TokensReply: Codable, Sendable {
    let tokens: [TokenReply]
}

/// A token, as it crosses.
struct TokenReply: Codable, Sendable {
    struct Supply: Codable, Sendable {
        let issued: UInt64
        let maximum: UInt64
        let blockNumber: UInt32

        enum CodingKeys: String, CodingKey {
            case issued, maximum
            case blockNumber = "block_number"
        }
    }

    let faucetId: AccountID
    let symbol: String?
    let decimals: UInt8?
    let name: String?
    let supply: Supply?
    let isAdded: Bool
    let isHidden: Bool

    enum CodingKeys: String, CodingKey {
        case faucetId = "faucet_id"
        case symbol, decimals, name, supply
        case isAdded = "is_added"
        case isHidden = "is_hidden"
    }
}

extension Token {
    init(_ reply: TokenReply) {
        self.init(
            faucetId: reply.faucetId,
            symbol: reply.symbol,
            decimals: reply.decimals,
            name: reply.name,
            supply: reply.supply.map { Supply(issued: $0.issued, maximum: $0.maximum, block: $0.blockNumber) },
            isAdded: reply.isAdded,
            isHidden: reply.isHidden
        )
    }
}
