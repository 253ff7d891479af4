import ArgumentParser
import MidenRequests
import MidenSwiftClient

/// `miden-cli request show`
struct ShowRequest: WalletInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a request asks for, who asks, and what it would do.",
        discussion: """
            Stores nothing, and tells the requester nothing. What approves exactly what is shown is `miden-cli request approve` \
            with the decision digest.

            Example: miden-cli request show - < link
            Example: miden-cli request show - --account savings --simulate --json < link
            """
    )
    static let doing = "Reading the request"
    static let makesWallet = false

    @OptionGroup var linkArgument: LinkArgument

    @OptionGroup var simulation: SimulateOption

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    typealias Answer = RequestQuestionAnswer

    func input(_ reader: InputReader) async throws -> String {
        try await linkArgument.text(reader)
    }

    func answer(from wallet: MidenWallet, input link: String, asking confirmation: Confirmation) async throws -> Answer
    {
        let question = try await RequestFiles.wallet(of: wallet).question(
            for: link,
            accountID: try await accountOption.named(in: wallet),
            simulating: simulation.simulate
        )
        return try await RequestQuestionAnswer(question, in: wallet)
    }
}

extension AccountOption {
    /// The account that is named. Nil if none is: the request may name one.
    func named(in wallet: MidenWallet) async throws -> AccountID? {
        guard let account else { return nil }
        return try await AccountID(named: account, in: wallet)
    }
}
