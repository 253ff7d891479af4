import ArgumentParser
import MidenSwiftClient

/// `miden-cli consume-notes`
struct ConsumeNotes: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take what notes carry into an account, with the options of the published client.",
        discussion: """
            Does what `miden-cli consume` does, and with no notes what `miden-cli consume --all` does, but shows first what it \
            would do and cost, and asks on a terminal; without a terminal it wants --force, and never waits for an answer.

            Example: miden-cli consume-notes
            Example: miden-cli consume-notes 0x8a7c2f6b -a 0x5401ef36 --force
            """
    )
    static let doing = Consume.doing
    static let makesWallet = Consume.makesWallet

    @Argument(help: ArgumentHelp("The notes; all the account can consume where none is named.", valueName: "note-id"))
    var noteIds: [String] = []

    @Option(name: .shortAndLong, help: AccountOption.helpText)
    var account: String?

    @OptionGroup var spending: SpendingOptions

    @OptionGroup var global: GlobalOptions

    func check(_ configuration: MidenWallet.Configuration) throws {
        try spending.check(configuration, or: Consume.refusal)
    }

    typealias Answer = Consume.Answer

    func answer(from wallet: MidenWallet) async throws -> Answer {
        try await answer(from: wallet, asking: .impossible)
    }

    func answer(from wallet: MidenWallet, asking confirmation: Confirmation) async throws -> Consume.Answer {
        var named = AccountOption()
        named.account = account
        var consume = Consume()
        consume.noteIds = noteIds
        consume.all = noteIds.isEmpty
        consume.spending = spending
        consume.baseUnits = false
        consume.argument = nil
        consume.notesPerTransaction = nil
        consume.accountOption = named
        consume.global = global
        return try await consume.answer(from: wallet, asking: confirmation, always: true)
    }
}
