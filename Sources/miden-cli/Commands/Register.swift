import ArgumentParser
import MidenSwiftClient

/// `miden-cli register`
struct Register: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Use an invitation code for a new account, on a network that takes accounts by invitation only.",
        discussion: """
            To be done before the account's first transaction, which the network refuses otherwise. A code is for one \
            account. The network may pay the account something for its first fee: a sync brings that.

            With --check the code is not used: it is asked whether it could be. Where it cannot, that is an error.

            Example: miden-cli register Abc-123
            Example: miden-cli register Abc-123 --check
            Example: miden-cli register Abc-123 --account 0x5401ef36815e47d14b651e8e968153
            """
    )
    static let doing = "Registering the account"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("The code, exactly as it was given out.", valueName: "invitation-code"))
    var invitationCode: String

    @Flag(help: "Use no code, and ask whether this one can still be used.")
    var check = false

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if check, accountOption.account != nil {
            throw ValidationError("--check is about the code alone: use it without --account.")
        }
    }

    /// Does it, or hands it to the command that does.
    mutating func run() async throws {
        guard check else {
            return try await runOnce()
        }
        var command = CheckInvitation()
        command.invitationCode = invitationCode
        command.global = global
        try await command.run()
    }

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
