import ArgumentParser
import MidenSwiftClient

/// `miden-cli register`
struct Register: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Use an invitation code for a new account, on a network that takes accounts by invitation only.",
        discussion: """
            To be done before the account's first transaction, which the network refuses otherwise. A code is for one \
            account. The network may pay the account something for its first fee: a sync brings that.

            Example: miden-cli register Abc-123
            Example: miden-cli register Abc-123 --account 0x5401ef36815e47d14b651e8e968153
            """
    )
    static let doing = "Registering the account"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("The code, exactly as it was given out.", valueName: "invitation-code"))
    var invitationCode: String

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let accountId: AccountID

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId
        }

        var text: String {
            "Registered account \(accountId): the network takes its first transaction now."
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let account = try await accountOption.resolved(in: wallet)
        try await wallet.register(accountId: account, invitationCode: invitationCode)
        return Answer(accountId: account)
    }
}
