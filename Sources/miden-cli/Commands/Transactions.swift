import ArgumentParser
import MidenSwiftClient

/// `miden-cli transactions`
struct Transactions: WalletCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "List the wallet's transactions, newest first.",
        discussion: """
            Shows what the wallet knows since its last sync. Where there are more than fit on a page, the answer ends with \
            the cursor for --after.

            Example: miden-cli transactions
            Example: miden-cli transactions --kind send --state committed --limit 5
            Example: miden-cli tx --from 2026-11-01 --before 2026-12-01 --json
            """,
        aliases: ["tx"]
    )
    static let doing = "Reading the transactions"
    static let makesWallet = false

    @Option(help: ArgumentHelp("Only those of this account; all where not given.", valueName: "account-id"))
    var account: String?

    @Option(help: "Only those that have come so far: pending, committed or discarded.")
    var state: TransactionQuery.State?

    @Option(help: "Only those of this kind: consume, send, mint, swap, fill, cancel, burn or other.")
    var kind: TransactionRecord.Kind?

    @Option(
        help: ArgumentHelp(
            "Only those made at this time or later, such as 2026-11-22 or 2026-11-22T10:00:00Z.",
            valueName: "time"
        )
    )
    var from: TimeOption?

    @Option(help: ArgumentHelp("Only those made before this time.", valueName: "time"))
    var before: TimeOption?

    @Option(help: "How many at most, 1 to 500.")
    var limit = 20

    @Option(help: ArgumentHelp("Go on where a page ended.", valueName: "cursor"))
    var after: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (1...500).contains(limit) else {
            throw ValidationError("--limit wants a number from 1 to 500.")
        }
    }

    func answer(from wallet: MidenWallet) async throws -> TransactionsAnswer {
        let account = if let account { try await AccountID(named: account, in: wallet) } else { AccountID?.none }
        let query = TransactionQuery(
            accountId: account,
            state: state,
            kind: kind,
            createdFrom: from?.date,
            createdBefore: before?.date
        )
        let cursor = after.map(HistoryCursor.init(rawValue:))
        return TransactionsAnswer(try await wallet.getTransactions(query, after: cursor, limit: limit))
    }
}

extension TransactionQuery.State: ExpressibleByArgument {}
extension TransactionRecord.Kind: ExpressibleByArgument {}

/// A page of transactions.
struct TransactionsAnswer: CommandAnswer {
    struct Assets: AnswerPart {
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]

        enum CodingKeys: CodingKey, CaseIterable {
            case fungibleAssets, nonFungibleAssets
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self,
        ]

        init(_ assets: TransactionSummary.Assets) {
            fungibleAssets = assets.fungible.map(AssetAnswer.init)
            nonFungibleAssets = assets.nonFungible.map(UniqueAssetAnswer.init)
        }
    }

    struct Entry: AnswerPart {
        let transactionId: TransactionID
        let accountId: AccountID
        let kind: TransactionRecord.Kind
        let state: String
        @OrNull var blockNumber: UInt32?
        @OrNull var committedAt: String?
        @OrNull var discardReason: String?
        let createdAt: String
        let assetsIn: Assets
        let assetsOut: Assets
        @OrNull var fee: AssetAnswer?
        let consumedNoteIds: [NoteID]
        let createdNoteIds: [NoteID]
        let counterpartyIds: [AccountID]

        enum CodingKeys: CodingKey, CaseIterable {
            case transactionId, accountId, kind, state, blockNumber, committedAt, discardReason, createdAt, assetsIn
            case assetsOut, fee, consumedNoteIds, createdNoteIds, counterpartyIds
        }

        // The fee may be null, which is a value; where it is an asset, its names are those of the other assets.
        static let parts: [CodingKeys: any AnswerPart.Type] = [.assetsIn: Assets.self, .assetsOut: Assets.self]

        init(_ record: TransactionRecord) {
            let state = TransactionCommand.Answer(
                Transaction(id: record.id, accountId: record.accountId, state: record.state)
            )
            transactionId = record.id
            accountId = record.accountId
            kind = record.kind
            self.state = state.state
            blockNumber = state.blockNumber
            committedAt = record.committedAt?.text
            discardReason = state.discardReason
            createdAt = record.createdAt.text
            assetsIn = Assets(record.assetsIn)
            assetsOut = Assets(record.assetsOut)
            fee = record.fee.map(AssetAnswer.init)
            consumedNoteIds = record.consumedNotes
            createdNoteIds = record.createdNotes
            counterpartyIds = record.counterparties
        }
    }

    let transactions: [Entry]
    @OrNull var next: String?

    enum CodingKeys: CodingKey, CaseIterable {
        case transactions, next
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [.transactions: Entry.self]

    init(_ page: TransactionPage) {
        transactions = page.transactions.map(Entry.init)
        next = page.next?.rawValue
    }

    var text: String {
        guard !transactions.isEmpty else {
            return "There are no such transactions."
        }
        let table = Table(
            columns: [.left("CREATED"), .left("KIND"), .left("STATE"), .left("AMOUNT"), .left("TRANSACTION")],
            rows: transactions.map { entry in
                [entry.createdAt, entry.kind.rawValue, entry.said, entry.amounts, entry.transactionId.hex]
            }
        )
        return table.text + (next.map { "\nThere are more: --after \($0)" } ?? "")
    }
}

extension TransactionsAnswer.Entry {
    fileprivate var said: String {
        blockNumber.map { "block \($0)" } ?? state
    }

    /// What came in and what went out, on one line.
    fileprivate var amounts: String {
        let parts = assetsIn.formatted.map { "+" + $0 } + assetsOut.formatted.map { "-" + $0 }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
}

extension TransactionsAnswer.Assets {
    fileprivate var formatted: [String] {
        fungibleAssets.map(\.formatted) + nonFungibleAssets.map { _ in "1 unique token" }
    }
}
