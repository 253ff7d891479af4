import ArgumentParser
import MidenSwiftClient

/// `miden-cli rename`
struct Rename: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Give an account a name, by which commands know it too.",
        discussion: """
            Only this wallet knows the name. It has up to 40 characters: letters, digits, spaces between them and \
            - _ . ' & + # ( ). No two accounts have the same.

            Example: miden-cli rename 0x5401ef36815e47d14b651e8e968153 Savings
            Example: miden-cli rename Savings "Savings of 2025"
            Example: miden-cli rename Savings --no-name
            """
    )
    static let doing = "Renaming the account"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("The account, by its id, address or name.", valueName: "account"))
    var account: String

    @Argument(help: ArgumentHelp("Its new name.", valueName: "name"))
    var name: String?

    @Flag(name: .customLong("no-name"), help: "Take its name away.")
    var takesAway = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (name == nil) == takesAway else {
            throw ValidationError("Give a name, or --no-name to take away the one it has.")
        }
    }

    struct Answer: CommandAnswer {
        let accountId: AccountID
        @OrNull var name: String?

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, name
        }

        var text: String {
            name.map { "Account \(accountId) is “\($0)” now." } ?? "Account \(accountId) has no name now."
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let id = try await AccountID(named: account, in: wallet)
        try await wallet.rename(account: id, to: name)
        return Answer(accountId: id, name: name)
    }
}
