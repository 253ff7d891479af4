import ArgumentParser
import Foundation
import MidenSwiftClient

/// `miden-cli portfolio`
struct PortfolioCommand: WalletInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "portfolio",
        abstract: "Show what all accounts hold together, and with prices of yours what it is worth.",
        discussion: """
            Prices come from a file of yours; nobody else is asked. It names the currency and the price of a whole token by \
            its faucet, because anybody can issue a token of any symbol: {"currency": "EUR", "prices": {"0x2c3d…": "0.0312"}}. \
            Values and the total are exact. What has no price is listed, and is not in the total.

            --oracle takes prices from an account with Miden's price oracle, in the token of --in, as of the block that the \
            wallet has synced to. Its prices are rounded to 18 digits.

            Example: miden-cli portfolio
            Example: miden-cli portfolio --prices prices.json
            Example: miden-cli portfolio --prices prices.json --field total
            Example: miden-cli portfolio --oracle 0x5401ef36 --in 0x2c3d4e5f
            """
    )
    static let doing = "Adding up"
    static let makesWallet = false
    var onlyReads: Bool { oracle == nil }

    @Option(help: ArgumentHelp("The file with the prices.", valueName: "file"), completion: .file())
    var prices: String?

    @Option(
        help: ArgumentHelp(
            "The account whose price oracle is asked, by its id, address or name.",
            valueName: "account-id"
        )
    )
    var oracle: String?

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "The token that the oracle's prices are in, by its faucet, because anybody can issue a token of any symbol.",
            valueName: "faucet-id"
        )
    )
    var token: String?

    @Flag(help: "Hidden tokens, too.")
    var all = false

    @Option(help: ArgumentHelp("This account alone, by its id, address or name.", valueName: "account-id"))
    var account: String?

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        /// An amount of one token, of all accounts together. Numbers are texts: JavaScript rounds them.
        struct Holding: AnswerPart {
            let asset: AssetAnswer
            @OrNull var price: String?
            /// Nil where there is no price, or where the token's decimals are not known.
            @OrNull var value: String?

            enum CodingKeys: CodingKey, CaseIterable {
                case asset, price, value
            }

            static let parts: [CodingKeys: any AnswerPart.Type] = [.asset: AssetAnswer.self]
        }

        /// Nil where no prices were given, and so is the total.
        @OrNull var currency: String?
        @OrNull var total: String?
        /// Whether everything that is held has a price. Unique tokens have none.
        let isComplete: Bool
        let holdings: [Holding]
        let nonFungibleAssets: [UniqueAssetAnswer]
        /// How many tokens are left out.
        let hiddenCount: Int
        /// The accounts that are counted with what they held before the network had a newer state of them.
        let lockedAccountIds: [AccountID]

        enum CodingKeys: CodingKey, CaseIterable {
            case currency, total, isComplete, holdings, nonFungibleAssets, hiddenCount, lockedAccountIds
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .holdings: Holding.self, .nonFungibleAssets: UniqueAssetAnswer.self,
        ]

        init(_ portfolio: Portfolio, hasPrices: Bool) {
            currency = hasPrices ? portfolio.currency : nil
            total = hasPrices ? portfolio.total.description : nil
            isComplete = portfolio.isComplete
            holdings = portfolio.holdings.map { holding in
                Holding(
                    asset: AssetAnswer(holding.asset),
                    price: holding.price?.value.description,
                    value: holding.value?.description
                )
            }
            nonFungibleAssets = portfolio.nonFungibleAssets.map(UniqueAssetAnswer.init)
            hiddenCount = portfolio.hiddenCount
            lockedAccountIds = portfolio.lockedAccountIds
        }

        var text: String {
            lockedAccountIds.isEmpty ? sum : "\(sum)\n\n\(lockedAccountIds.lockedWarning)"
        }

        private var sum: String {
            let hidden = hiddenCount == 0 ? "" : "\n\(hiddenCount.counted("hidden token")) more: --all shows them."
            guard !holdings.isEmpty || !nonFungibleAssets.isEmpty else { return "Nothing is held.\(hidden)" }
            let fungible = holdings.map { holding in
                [
                    holding.asset.quantity, holding.asset.unit, holding.price ?? "", holding.value ?? "",
                    holding.asset.faucetId.hex,
                ]
            }
            let unique = nonFungibleAssets.map { ["1", "unique \($0.asset)", "", "", $0.faucetId.hex] }
            guard let currency, let total else {
                let table = Table(
                    columns: [.right("AMOUNT"), .left("TOKEN"), .left("FAUCET")],
                    rows: (fungible + unique).map { [$0[0], $0[1], $0[4]] }
                )
                return table.text + hidden
            }
            let table = Table(
                columns: [
                    .right("AMOUNT"), .left("TOKEN"), .right("PRICE"), .right("VALUE IN \(currency)"), .left("FAUCET"),
                ],
                rows: fungible + unique
            )
            let left = isComplete ? "" : ", without what has no price"
            return "\(table.text)\n\nTotal: \(total) \(currency)\(left)\(hidden)"
        }
    }

    func validate() throws {
        if prices != nil, oracle != nil {
            throw ValidationError("Give --prices or --oracle, not both.")
        }
        if (oracle == nil) != (token == nil) {
            throw ValidationError("--oracle and --in go together: whose prices, and in which token.")
        }
    }

    /// The prices, where a file has some.
    func input(_ reader: InputReader) throws -> PriceFile? {
        try prices.map { try PriceFile(at: $0, reader) }
    }

    func answer(from wallet: MidenWallet, input file: PriceFile?, asking confirmation: Confirmation) async throws
        -> Answer
    {
        var accounts: [AccountID]?
        if let account {
            accounts = [try await AccountID(named: account, in: wallet)]
        }
        func portfolio(in currency: String, by prices: some PriceSource) async throws -> Portfolio {
            try await wallet.getPortfolio(
                accountIds: accounts,
                currency: currency,
                prices: prices,
                showsHidden: all
            )
        }
        if let file {
            return Answer(try await portfolio(in: file.currency, by: file), hasPrices: true)
        }
        if let oracle, let token {
            let faucet = try await AccountID(named: token, in: wallet)
            let prices = try await OraclePrices(of: oracle, in: faucet, wallet: wallet)
            return Answer(try await portfolio(in: prices.currency, by: prices), hasPrices: true)
        }
        return Answer(try await portfolio(in: "", by: NoPrices()), hasPrices: false)
    }

    /// Where nobody gives prices, there are none.
    private struct NoPrices: PriceSource {
        func prices(of tokens: [Token], in currency: String) async throws -> [AccountID: Price] { [:] }
    }
}
