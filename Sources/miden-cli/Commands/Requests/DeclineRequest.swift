import ArgumentParser
import MidenRequests
import MidenSwiftClient

/// `miden-cli request decline`
struct DeclineRequest: WalletInputCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline",
        abstract: "Decline a request, and write the receipt that says so.",
        discussion: """
            The receipt names no account and no reason. The link cannot be approved afterwards.

            Example: miden-cli request decline - --receipt receipt < link
            """
    )
    static let doing = "Declining the request"
    static let makesWallet = false

    @OptionGroup var linkArgument: LinkArgument

    @OptionGroup var receiptFile: ReceiptFileOption

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    func check(_ configuration: MidenWallet.Configuration) throws {
        try receiptFile.check()
    }

    typealias Answer = RequestRecordAnswer

    func input(_ reader: InputReader) async throws -> String {
        try await linkArgument.text(reader)
    }

    func answer(from wallet: MidenWallet, input link: String, asking confirmation: Confirmation) async throws -> Answer
    {
        let requests = try RequestFiles.wallet(of: wallet)
        let account = try await accountOption.named(in: wallet)
        let record = try await requests.decline(try await requests.question(for: link, accountID: account))
        let unwritten = try receiptFile.write(record)
        return RequestRecordAnswer(record, file: unwritten == nil ? receiptFile.receipt : nil, failure: unwritten)
    }
}
