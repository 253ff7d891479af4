import ArgumentParser
import MidenSwiftClient

/// `miden-cli use`
struct Use: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Choose the default account, the one that is meant where none is named.",
        discussion: "Example: miden-cli use 0x5401ef36815e47d14b651e8e968153"
    )
    static let doing = "Choosing the account"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("One of the wallet's accounts, by its id, address or name.", valueName: "account-id"))
    var account: String

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId
        }

        var text: String { "Account \(accountId) is the default account now." }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let id = try await AccountID(named: account, in: wallet)
        try await wallet.setDefaultAccount(id)
        return Answer(accountId: id)
    }
}
