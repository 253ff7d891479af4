import ArgumentParser
import MidenSwiftClient

/// `miden-cli transaction`
struct TransactionCommand: WalletCommand {
    static let configuration = CommandConfiguration(
        commandName: "transaction",
        abstract: "Say what has become of one of the wallet's transactions.",
        discussion: """
            Shows what the wallet knows since its last sync.

            Example: miden-cli transaction 0x8a7c…
            """
    )
    static let doing = "Reading the transaction"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("The transaction.", valueName: "transaction-id"))
    var transaction: String

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let transactionId: TransactionID
        let accountId: AccountID
        let state: String
        @OrNull var blockNumber: UInt32?
        @OrNull var discardReason: String?

        enum CodingKeys: CodingKey, CaseIterable {
            case transactionId, accountId, state, blockNumber, discardReason
        }

        init(_ transaction: Transaction) {
            transactionId = transaction.id
            accountId = transaction.accountId
            switch transaction.state {
            case .pending:
                state = "pending"
            case .committed(let block):
                state = "committed"
                blockNumber = block
            case .discarded(let reason):
                state = "discarded"
                discardReason = reason
            }
        }

        var text: String {
            let said =
                if let blockNumber {
                    "committed in block \(blockNumber)"
                } else if let discardReason {
                    "discarded: \(discardReason)"
                } else {
                    "pending: not in a block yet, as far as the wallet has synced"
                }
            return Table.facts([
                ("transaction", transactionId.hex), ("account", accountId.hex), ("state", said),
            ])
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        Answer(try await wallet.getTransaction(try TransactionID(transaction)))
    }
}
