import Foundation
import MidenSwiftClient

// Transactions that pages made.

extension RequestTransactionParameters: SpendingParameters {}

extension RPCWallet {
    nonisolated func requestTransaction(
        _ parameters: RequestTransactionParameters,
        from caller: RPCCaller
    ) async throws -> RequestedTransactionResult {
        try await request(parameters, of: RPCMethodName.requestTransaction, from: caller) { grant in
            let description = try self.described(parameters.transactionRequest)
            let noteFiles = parameters.importNotes ?? []
            let tokens = noteFiles.isEmpty ? [] : try await self.wallet.getTokens()
            let page = PageTransaction(
                description: description,
                isReadable: description.isReadable,
                claimedRecipient: parameters.recipientAddress,
                importedNotes: try noteFiles.map { try self.noteFile($0, tokens) }
            )
            let draft = TransactionWork.Draft.serialized(parameters.transactionRequest)
            // What cannot be read wholly is approved after a simulation alone.
            let preview =
                page.isReadable
                ? try TransactionPreview(notExecuted: description.shown, draft: draft, noteFiles: noteFiles)
                : TransactionPreview(.notExecuted, digest: nil)
            return PreparedTransaction(
                content: .transaction(page, preview),
                simulation: self.simulation(of: draft, noteFiles: noteFiles, for: grant)
            )
        }
    }

    private nonisolated func described(_ request: Data) throws -> SerializedTransactionRequest.Description {
        do {
            return try SerializedTransactionRequest(request).described()
        } catch {
            throw RPCError.anotherSDKVersion
        }
    }
}
