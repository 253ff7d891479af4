import ArgumentParser
import MidenSwiftClient

/// `miden-cli transaction`
struct TransactionCommand: WalletCommand {
    static let configuration = CommandConfiguration(
        commandName: "transaction",
        abstract:
            "Say what one of the wallet's transactions did, and what has become of it; or wait until it is in a block.",
        discussion: """
            Shows what the wallet knows since its last sync. With --wait it syncs until the transaction is in a block, for \
            5 minutes or for --timeout seconds at most; that the transaction is given up is an error then.

            Example: miden-cli transaction 0x8a7c2f6b
            Example: miden-cli transaction 0x8a7c2f6b --wait --timeout 60
            """
    )
    static let doing = "Reading the transaction"
    static let makesWallet = false
    var onlyReads: Bool { !waits }

    /// How long to wait between two syncs: blocks come every few seconds.
    private static let interval = Duration.seconds(2)

    @Argument(help: ArgumentHelp("The transaction.", valueName: "transaction-id"))
    var transaction: String

    @Flag(name: .customLong("wait"), help: "Sync until it is in a block.")
    var waits = false

    @OptionGroup var global: GlobalOptions

    typealias Answer = TransactionAnswer

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let id = try await TransactionID(named: transaction, in: wallet)
        do {
            let found = waits ? try await committed(id, in: wallet) : try await wallet.getTransaction(id)
            let record = try await wallet.getRecord(of: found)
            return TransactionAnswer(record, of: try RequestsByReference(of: [record], in: wallet))
        } catch let error as MidenError where waits && error.code == .timedOut {
            // What has timed out is the waiting alone, and the core speaks of the operation that waited.
            throw MidenError(
                code: error.code,
                kind: error.kind,
                message: "The time allowed has passed before it was known what became of transaction \(id). Waiting"
                    + " changes nothing about it: wait again, or sync later.",
                causes: error.causes,
                isRetryable: error.isRetryable
            )
        }
    }

    /// The transaction once it is in a block.
    private func committed(_ transaction: TransactionID, in wallet: MidenWallet) async throws -> Transaction {
        guard try await isOpen(transaction, in: wallet) else {
            return try await wallet.wait(for: transaction)
        }
        // Whoever mistyped an address is told at once; later on a connection may come and go.
        try await wallet.sync()
        return try await withThrowingTaskGroup(of: Transaction?.self) { group in
            group.addTask {
                // The first one has just been.
                try? await Task.sleep(for: Self.interval)
                try await wallet.keepSynced(every: Self.interval)
                return nil
            }
            group.addTask { try await wallet.wait(for: transaction) }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                // Syncing ends without an error only where all of this is cancelled, which the wait says.
                if let transaction = ended {
                    return transaction
                }
            }
            return try await wallet.getTransaction(transaction)
        }
    }

    /// Whether a sync may tell what has become of the transaction. One whose submission was not answered is not in the
    /// store before a sync has found out.
    private func isOpen(_ transaction: TransactionID, in wallet: MidenWallet) async throws -> Bool {
        do {
            return try await wallet.getTransaction(transaction).state == .pending
        } catch let error as MidenError where error.kind == .unknownTransaction {
            return true
        }
    }
}
