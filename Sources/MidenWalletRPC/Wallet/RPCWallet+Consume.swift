import MidenSwiftClient

// Notes that pages ask to consume.

extension RequestConsumeParameters: SpendingParameters {}

extension RPCWallet {
    nonisolated func requestConsume(
        _ parameters: RequestConsumeParameters,
        from caller: RPCCaller
    ) async throws -> RequestedTransactionResult {
        try await request(parameters, of: RPCMethodName.requestConsume, from: caller) { preparation in
            try await preparation.consumption(of: try NoteID(parameters.noteId), file: parameters.noteBytes)
        }
    }
}
