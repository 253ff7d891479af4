import MidenSwiftClient

// Transactions that pages made.

extension RequestTransactionParameters: SpendingParameters {}

extension RPCWallet {
    nonisolated func requestTransaction(
        _ parameters: RequestTransactionParameters,
        from caller: RPCCaller
    ) async throws -> RequestedTransactionResult {
        try await request(parameters, of: RPCMethodName.requestTransaction, from: caller) { preparation in
            try await preparation.transaction(
                parameters.transactionRequest,
                noteFiles: parameters.importNotes ?? [],
                claimedRecipient: parameters.recipientAddress
            )
        }
    }
}
