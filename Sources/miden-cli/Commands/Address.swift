import ArgumentParser
import MidenSwiftClient

/// `miden-cli address`
struct Address: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the address of an account, or the account of an address.",
        discussion: """
            An address is what somebody is given to pay to. It says the network, and a mistyped one is noticed. Without \
            an argument the addresses of the wallet's accounts are listed. `miden-cli receive` shows one as a QR code.

            Example: miden-cli address
            Example: miden-cli address 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli address mtst1ap2qrmeks90y052tv50ga95p2v9h48yj
            """
    )
    static let doing = "Reading the accounts"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("Any account, by its id or its address.", valueName: "account"))
    var account: String?

    @OptionGroup var global: GlobalOptions

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
