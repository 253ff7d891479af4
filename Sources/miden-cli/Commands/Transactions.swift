import ArgumentParser
import MidenSwiftClient

/// `miden-cli transactions`
struct Transactions: WalletCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "List the wallet's transactions, newest first.",
        discussion: """
            Shows what the wallet knows since its last sync. Where there are more than fit on a page, the answer ends with \
            the cursor for --after. With --list, as the published client has it, all of them. `miden-cli transaction` tells \
            more of one. MADE FOR names the request of another app that a transaction was made for: see `miden-cli request`. \
            What an account did before it came into this wallet is marked with *: see `miden-cli restore`.

            Example: miden-cli transactions
            Example: miden-cli transactions --kind send --state committed --limit 5
            Example: miden-cli transactions --reference "order 7"
            Example: miden-cli tx --from 2026-11-01 --before 2026-12-01 --json
            """,
        aliases: ["tx"]
    )
    static let doing = "Reading the transactions"
    static let makesWallet = false
    var onlyReads: Bool { true }

    @Flag(name: .shortAndLong, help: "All of them, and not a page.")
    var list = false

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

    @Option(help: ArgumentHelp("Only those made for the request with this reference.", valueName: "text"))
    var reference: String?

    @OptionGroup var page: PageOptions

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if list, page.isGiven {
            throw ValidationError("--list has all of them: use it without --limit and --after.")
        }
    }

    typealias Answer = TransactionsAnswer

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let account = if let account { try await AccountID(named: account, in: wallet) } else { AccountID?.none }
        let query = TransactionQuery(
            accountId: account,
            state: state,
            kind: kind,
            createdFrom: from?.date,
            createdBefore: before?.date,
            reference: reference
        )
        let found =
            list
            ? TransactionPage(transactions: try await wallet.getEveryTransaction(query))
            : try await wallet.getTransactions(query, after: page.cursor, limit: page.count)
        return TransactionsAnswer(found, of: try RequestsByReference(of: found.transactions, in: wallet))
    }
}

extension TransactionQuery.State: ExpressibleByArgument {}
extension TransactionRecord.Kind: ExpressibleByArgument {}

/// A page of transactions.
struct TransactionsAnswer: CommandAnswer {
    let transactions: [TransactionAnswer]
    @OrNull var next: String?

    enum CodingKeys: CodingKey, CaseIterable {
        case transactions, next
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [.transactions: TransactionAnswer.self]

    init(_ page: TransactionPage, of requests: RequestsByReference) {
        transactions = page.transactions.map { TransactionAnswer($0, of: requests) }
        next = page.next?.rawValue
    }

    var text: String {
        guard !transactions.isEmpty else {
            return "There are no such transactions."
        }
        let isRequested = transactions.contains { $0.requestId != nil }
        let table = Table(
            columns: [
                .left("CREATED"), .left("KIND"), .left("STATE"), .left("AMOUNT"), .left("FAUCET"), .left("ACCOUNT"),
                .left("OTHER"), .left("TRANSACTION"),
            ] + (isRequested ? [.left("MADE FOR")] : []),
            rows: transactions.flatMap(\.rows)
        )
        let legend = "\n* made elsewhere, as the chain tells it. What private notes carry is not on the chain."
        let fromChain = transactions.contains(where: \.isFromChain) ? legend : ""
        return table.text + fromChain + (next.map { "\nThere are more: --after \($0)" } ?? "")
    }
}

extension TransactionAnswer {
    /// A line for each asset that came in or went out; what is said of the transaction is in the first.
    fileprivate var rows: [[String]] {
        let unknownIn = Self.unknownText(unknownConsumedNotes).map { ["+" + $0, ""] }
        let unknownOut = Self.unknownText(unknownCreatedNotes).map { ["-" + $0, ""] }
        let moved =
            assetsIn.rows(sign: "+") + [unknownIn].compactMap(\.self)
            + assetsOut.rows(sign: "-") + [unknownOut].compactMap(\.self)
        let block = (blockNumber.map { "block \($0)" } ?? state) + (isFromChain ? " *" : "")
        let first =
            [createdAt, kind.rawValue, block] + (moved.first ?? ["nothing", ""])
            + [accountId.hex.abbreviated, others, transactionId.hex] + [requestText].compactMap(\.self)
        return [first] + moved.dropFirst().map { ["", "", ""] + $0 }
    }

    /// Who else was part of it: the first, and how many more.
    private var others: String {
        guard let first = counterpartyIds.first else { return "" }
        let rest = counterpartyIds.count - 1
        return first.hex.abbreviated + (rest > 0 ? " +\(rest)" : "")
    }
}

extension TransactionAnswer.Assets {
    fileprivate func rows(sign: String) -> [[String]] {
        fungibleAssets.map { [sign + $0.formatted, $0.faucetId.hex] }
            + nonFungibleAssets.map { [sign + "1 unique token", $0.faucetId.hex] }
    }
}
