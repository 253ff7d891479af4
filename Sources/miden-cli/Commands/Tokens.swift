import ArgumentParser
import MidenSwiftClient

/// `miden-cli tokens`
struct Tokens: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the tokens this wallet knows, add one, or hide one.",
        usage: """
            miden-cli tokens [<options>]
            miden-cli tokens add|hide|show <faucet-id> [<options>]
            """,
        discussion: """
            The wallet knows the tokens that its accounts hold or have been sent, and those that were added. What a faucet says \
            of its token is asked for once; `tokens add` asks again. `balance` leaves out hidden tokens. Anybody can issue a \
            token of any symbol: the faucet tells one from the other.

            Example: miden-cli tokens
            Example: miden-cli tokens add 0x550559ffb22381117072d0749fccd2
            Example: miden-cli tokens hide 0x550559ffb22381117072d0749fccd2
            """
    )
    static let doing = "Reading the tokens"
    static let makesWallet = false
    var onlyReads: Bool { action == nil }

    /// What is to be done with a token.
    enum Action: String, CaseIterable, ExpressibleByArgument {
        case add, hide, show
    }

    @Argument(help: "What to do with a token: add, hide or show. Where not given, all are listed.")
    var action: Action?

    @Argument(help: ArgumentHelp("The faucet that issues the token.", valueName: "faucet-id"))
    var faucet: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if action != nil, faucet == nil {
            throw ValidationError("Give the id of the faucet that issues the token.")
        }
    }

    struct Answer: CommandAnswer {
        struct Entry: AnswerPart {
            let faucetId: AccountID
            @OrNull var symbol: String?
            @OrNull var decimals: UInt8?
            @OrNull var name: String?
            /// In base units, as texts.
            @OrNull var issued: String?
            @OrNull var maximum: String?
            @OrNull var supplyBlock: UInt32?
            let isAdded: Bool
            let isHidden: Bool
            /// How much there is, for people.
            let supply: String

            enum CodingKeys: CodingKey, CaseIterable {
                case faucetId, symbol, decimals, name, issued, maximum, supplyBlock, isAdded, isHidden
            }

            /// The token on one line.
            var line: [String] {
                [
                    symbol ?? "unknown", name ?? "", decimals.map { String($0) } ?? "", supply,
                    isHidden ? "hidden" : "yes",
                    faucetId.hex,
                ]
            }

            init(_ token: Token) {
                faucetId = token.faucetId
                symbol = token.symbol
                decimals = token.decimals
                name = token.name
                issued = token.supply.map { String($0.issued) }
                maximum = token.supply.map { String($0.maximum) }
                supplyBlock = token.supply?.block
                isAdded = token.isAdded
                isHidden = token.isHidden
                supply = token.supply.map { token.amount(baseUnits: $0.issued).formatted } ?? ""
            }
        }

        let tokens: [Entry]

        enum CodingKeys: CodingKey, CaseIterable {
            case tokens
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.tokens: Entry.self]

        var text: String {
            guard !tokens.isEmpty else {
                return """
                    This wallet knows no tokens yet. `miden-cli sync` brings those of notes, `miden-cli tokens add` others.
                    """
            }
            return Table(
                columns: [
                    .left("TOKEN"), .left("NAME"), .right("DECIMALS"), .right("ISSUED"), .left("SHOWN"),
                    .left("FAUCET"),
                ],
                rows: tokens.map(\.line)
            ).text
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        guard let action, let faucet else {
            return Answer(tokens: try await wallet.getTokens().map(Answer.Entry.init))
        }
        let id = try AccountID(named: faucet, on: wallet.configuration.network)
        let token =
            switch action {
            case .add: try await wallet.addToken(id)
            case .hide: try await wallet.setTokenHidden(id, true)
            case .show: try await wallet.setTokenHidden(id, false)
            }
        return Answer(tokens: [Answer.Entry(token)])
    }
}
