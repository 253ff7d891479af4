import ArgumentParser
import MidenRequests
import MidenSwiftClient

/// `miden-cli request list`
struct ListRequests: RequestingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the requests that this wallet decided, or with --sent those that were made here.",
        discussion: """
            Shows the status of each, and the transaction that was made for it. `miden-cli transaction` tells more of one.

            Example: miden-cli request list
            Example: miden-cli request list --sent --json
            """
    )
    static let doing = "Reading the requests"

    @Flag(help: "Those that were made here, with the status of their receipts. Opens no wallet.")
    var sent = false

    @OptionGroup var global: GlobalOptions

    /// A request.
    struct Entry: AnswerPart {
        let requestId: String
        let requestDigest: String
        let action: RequestAction
        let status: RequestStatus
        let requester: RequesterAnswer
        /// Nil of a request that was made here.
        @OrNull var accountId: AccountID?
        @OrNull var decidedAt: String?
        /// Nil of a request that was decided here.
        @OrNull var expiresAt: String?
        let transactions: [RequestTransactionAnswer]

        enum CodingKeys: CodingKey, CaseIterable {
            case requestId, requestDigest, action, status, requester, accountId, decidedAt, expiresAt, transactions
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .requester: RequesterAnswer.self, .transactions: RequestTransactionAnswer.self,
        ]
    }

    struct Answer: CommandAnswer {
        let requests: [Entry]
        /// Those whose files cannot be read.
        let damagedRequestIds: [String]

        enum CodingKeys: CodingKey, CaseIterable {
            case requests, damagedRequestIds
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.requests: Entry.self]

        var text: String {
            let damaged = damagedRequestIds.map {
                "Warning: the file of the request \($0) is damaged."
            }
            return ([requests.isEmpty ? "There are no requests." : table] + damaged).joined(separator: "\n")
        }

        private var table: String {
            Table(
                columns: [
                    .left("TIME"), .left("ACTION"), .left("STATUS"), .left("REQUESTER"), .left("REQUEST"),
                    .left("TRANSACTION"),
                ],
                rows: requests.map { request in
                    [
                        request.decidedAt ?? request.expiresAt.map { "until \($0)" } ?? "", request.action.rawValue,
                        request.status.rawValue, request.requester.shownName, request.requestId,
                        request.transactions.compactMap(\.transactionId?.hex).joined(separator: ", "),
                    ]
                }
            ).text
        }
    }

    var needsWallet: Bool { !sent }

    func input(_ reader: InputReader) throws {}

    func answer(in files: RequestFiles, input: Void, wallet: MidenWallet?) async throws -> Answer {
        if let wallet {
            let decided = try RequestFiles.wallet(of: wallet).list()
            return Answer(
                requests: decided.records.map { Entry($0) },
                damagedRequestIds: decided.damaged.map(\.text)
            )
        }
        let requester = try await files.requester()
        let entries = try await requester.requestsWithReceipts().map {
            Entry($0.request, status: $0.status, receipt: $0.receipt?.receipt)
        }
        let readable = Set(entries.map(\.requestId))
        return Answer(
            requests: entries,
            damagedRequestIds: try await requester.requestIDs().map(\.text).filter { !readable.contains($0) }
        )
    }
}

extension ListRequests.Entry {
    /// A request that was decided here.
    fileprivate init(_ record: RequestRecord) {
        self.init(
            requestId: record.id.text,
            requestDigest: record.requestDigest.hexDigits,
            action: record.action,
            status: record.status,
            requester: RequesterAnswer(record.requester),
            accountId: record.accountID,
            decidedAt: record.decidedAt.text,
            expiresAt: nil,
            transactions: record.transactions.map(RequestTransactionAnswer.init)
        )
    }

    /// A request that was made here.
    fileprivate init(_ pending: PendingRequest, status: RequestStatus, receipt: RequestReceipt?) {
        self.init(
            requestId: pending.id.text,
            requestDigest: pending.digest.hexDigits,
            action: pending.action,
            status: status,
            requester: RequesterAnswer(pending.requester),
            accountId: nil,
            decidedAt: nil,
            expiresAt: pending.expiresAt.text,
            transactions: (receipt?.transactions ?? []).map(RequestTransactionAnswer.init)
        )
    }
}
