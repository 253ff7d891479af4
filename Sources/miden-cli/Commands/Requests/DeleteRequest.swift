import ArgumentParser
import MidenRequests
import MidenSwiftClient

/// `miden-cli request delete`
struct DeleteRequest: RequestingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Remove a request that was made here, with what reads its receipts.",
        discussion: """
            The wallet that has the link can still execute the request until it expires. Receipts of it cannot be read any more. \
            Opens no wallet.

            Example: miden-cli request delete 41c9ebbcfea9a373b774b8eeab4320af
            """
    )
    static let doing = "Removing the request"

    @OptionGroup var request: RequestIDArgument

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let deletedRequestId: String

        enum CodingKeys: CodingKey, CaseIterable {
            case deletedRequestId
        }

        var text: String { "Removed the request \(deletedRequestId)." }
    }

    var needsWallet: Bool { false }

    func input(_ reader: InputReader) throws {}

    func answer(in files: RequestFiles, input: Void, wallet: MidenWallet?) async throws -> Answer {
        let id = try request.requestID()
        try await files.requester().delete(requestID: id)
        return Answer(deletedRequestId: id.text)
    }
}
