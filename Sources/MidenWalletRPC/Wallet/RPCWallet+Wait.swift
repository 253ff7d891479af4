import Foundation
import MidenSwiftClient

// What became of a transaction that a page requested.

extension RPCWallet {
    /// How long a page waits for a transaction, unless it is told otherwise.
    static let longestWaitForTransaction = Duration.seconds(300)

    func waitForTransaction(
        _ parameters: WaitForTransactionParameters,
        from caller: RPCCaller
    ) async throws -> WaitForTransactionResult {
        _ = try grant(of: caller)
        let reference = parameters.transactionId
        let deadline = newDeadline(transactionWait)
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let id = UUID()
        transactionWaits[id] = (reference, change)
        let timer = Task {
            try await deadline.passes()
            change.finish()
        }
        defer {
            timer.cancel()
            transactionWaits[id] = nil
        }
        var iterator = changes.makeAsyncIterator()
        while true {
            guard let transaction = try transactions.all()[reference], transaction.origin == caller.page?.origin else {
                return .notFound
            }
            switch transaction.state {
            case .committed(let id): return try await output(of: id, reference)
            // The reason may tell what the account holds.
            case .discarded: return .failed(errorMessage: "No block includes the transaction")
            case .failed: return .failed(errorMessage: "The wallet could not make the transaction")
            case .approved, .executing, .pending: break
            }
            let hasChanged = await iterator.next(isolation: self) != nil
            try Task.checkCancellation()
            // The grant may have ended.
            _ = try grant(of: caller)
            guard hasChanged else { return .timedOut }
        }
    }

    /// The notes that a committed transaction made and the wallet knows, without that of the fee: as many as fit a message.
    private nonisolated func output(of id: TransactionID, _ reference: String) async throws -> WaitForTransactionResult
    {
        let made = try await wallet.getTransactions(TransactionQuery(reference: reference)).transactions
        var outputNotes: [Data] = []
        var size = 0
        for noteId in made.first(where: { $0.id == id })?.createdNotes ?? [] {
            // A page's own transaction may make notes whose content the wallet does not get.
            guard let note = try? await wallet.exportNote(noteId: noteId, content: .note) else { continue }
            // In base64.
            size += note.count / 3 * 4 + 8
            guard size <= Self.mostNoteBytes else { break }
            outputNotes.append(Data(note))
        }
        return .committed(txHash: id.hex, outputNotes: outputNotes)
    }
}
