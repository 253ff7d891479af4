import ArgumentParser
import MidenSwiftClient

/// `miden-cli use`
struct Use: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Choose the default account, the one that is meant where none is named, or say which it is.",
        discussion: """
            With “none” there is no default account any more: commands want --account then, until one is chosen, made or \
            taken in.

            Example: miden-cli use
            Example: miden-cli use 0x5401ef36815e47d14b651e8e968153
            Example: miden-cli use none
            """
    )
    static let doing = "Choosing the account"
    static let makesWallet = false
    var onlyReads: Bool { account == nil }
    /// What takes the choice back.
    static let none = "none"

    @Argument(
        help: ArgumentHelp(
            "One of the wallet's accounts, by its id, address or name, or none. Where not given, the default one is shown.",
            valueName: "account-id"
        )
    )
    var account: String?

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        @OrNull var accountId: AccountID?
        /// Whether it is so from now on.
        let isNew: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId
        }

        var text: String {
            let now = isNew ? " now" : ""
            return accountId.map { "Account \($0) is the default account\(now)." }
                ?? "No account is the default one\(now). `miden-cli use` chooses one."
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        guard let account else {
            return Answer(accountId: try await wallet.info().defaultAccountId, isNew: false)
        }
        let isNone = account.lowercased() == Self.none
        let id = isNone ? nil : try await AccountID(named: account, in: wallet)
        try await wallet.setDefaultAccount(id)
        return Answer(accountId: id, isNew: true)
    }
}
