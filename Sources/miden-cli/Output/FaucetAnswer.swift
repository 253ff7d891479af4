import MidenSwiftClient

/// How a faucet stands. Amounts are texts in base units.
struct FaucetAnswer: AnswerPart {
    let faucetId: AccountID
    let name: String
    let symbol: String
    let decimals: UInt8
    let issued: String
    let issuedFormatted: String
    let maximumSupply: String
    let maximumFormatted: String

    enum CodingKeys: CodingKey, CaseIterable {
        case faucetId, name, symbol, decimals, issued, issuedFormatted, maximumSupply, maximumFormatted
    }

    init(_ details: FaucetDetails) {
        func formatted(_ amount: Amount) -> String {
            "\(amount.formatted(decimals: details.decimals)) \(details.symbol)"
        }
        faucetId = details.id
        name = details.name
        symbol = details.symbol
        decimals = details.decimals
        issued = details.issued.description
        issuedFormatted = formatted(details.issued)
        maximumSupply = details.maximumSupply.description
        maximumFormatted = formatted(details.maximumSupply)
    }
}
