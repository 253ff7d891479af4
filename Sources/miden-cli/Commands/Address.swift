import ArgumentParser
import MidenSwiftClient

/// `miden-cli address`
struct Address: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the address of an account, or the account of an address.",
        usage: """
            miden-cli address [<account>] [<options>]
            miden-cli address list [<account>] [<options>]
            miden-cli address encode <account> [<options>]
            """,
        discussion: """
            An address is what somebody is given to pay to. It says the network, and a mistyped one is noticed. Without \
            an argument the addresses of the wallet's accounts are listed. `miden-cli receive` shows one as a QR code.

            list and encode are the published client's words for the same. An account has one address here, in which \
            there is no interface and no length of a tag.

            Example: miden-cli address
            Example: miden-cli address 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli address mtst1ap2qrmeks90y052tv50ga95p2v9h48yj
            Example: miden-cli address list Savings
            Example: miden-cli address encode 0x5401ef36815e47d14b651e8e968153
            """
    )
    static let doing = "Reading the accounts"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("Any account, by its id, address or name.", valueName: "account"))
    var words: [String] = []

    @OptionGroup var global: GlobalOptions

    /// The words of the published command.
    private enum Action: String {
        case list, encode, add, remove
    }

    private var action: Action? { words.first.flatMap(Action.init(rawValue:)) }

    private var account: String? { words.dropFirst(action == nil ? 0 : 1).first }

    func validate() throws {
        switch action {
        case .add, .remove:
            throw ValidationError(
                "An account has one address here, and no others can be kept for it. Notes for another tag are found with"
                    + " `miden-cli tags --add`."
            )
        case .encode where words.count == 1:
            throw ValidationError("Name the account: miden-cli address encode <account>.")
        case .encode where words.count > 2:
            throw ValidationError(
                "The addresses made here have no interface and no length of a tag in them:"
                    + " miden-cli address encode \(words[1])."
            )
        case .encode:
            break
        case .list, nil:
            guard words.count <= (action == nil ? 1 : 2) else {
                throw ValidationError("Name one account, or none.")
            }
        }
    }

    struct Answer: CommandAnswer {
        struct Entry: AnswerPart {
            let accountId: AccountID
            let address: String

            enum CodingKeys: CodingKey, CaseIterable {
                case accountId, address
            }
        }

        let addresses: [Entry]

        enum CodingKeys: CodingKey, CaseIterable {
            case addresses
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.addresses: Entry.self]

        var text: String {
            guard !addresses.isEmpty else {
                return "This wallet has no account yet: make one with `miden-cli new-wallet`."
            }
            return Table(
                columns: [.left("ACCOUNT"), .left("ADDRESS")],
                rows: addresses.map { [$0.accountId.hex, $0.address] }
            ).text
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let network = wallet.configuration.network
        let accounts =
            if let account {
                [try await AccountID(named: account, in: wallet)]
            } else {
                try await wallet.getAccounts().map(\.id)
            }
        return Answer(
            addresses: try accounts.map { id in
                Answer.Entry(accountId: id, address: try AccountAddress(id, on: network).text)
            }
        )
    }
}
