import ArgumentParser
import MidenRequests
import MidenSwiftClient

/// `miden-cli request resume`
struct ResumeRequests: WalletCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Go on with the requests that were approved and are not done.",
        discussion: """
            Makes what was approved and has not expired, finds out what became of what was made, and signs the receipts. Asks \
            nothing. `miden-cli request approve` with the link and --receipt writes the receipt to a file.

            Example: miden-cli request resume
            """
    )
    static let doing = "Going on with requests"
    static let makesWallet = false

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let requests: [RequestRecordAnswer]

        enum CodingKeys: CodingKey, CaseIterable {
            case requests
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.requests: RequestRecordAnswer.self]

        var text: String {
            requests.isEmpty ? "There is nothing to go on with." : requests.map(\.text).joined(separator: "\n\n")
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let records = try await RequestFiles.wallet(of: wallet).resume()
        return Answer(requests: records.map { RequestRecordAnswer($0) })
    }
}
