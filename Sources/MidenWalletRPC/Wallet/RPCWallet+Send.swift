import MidenSwiftClient

// Payments.

extension RequestSendParameters: SpendingParameters {}

extension RPCWallet {
    nonisolated func requestSend(
        _ parameters: RequestSendParameters,
        from caller: RPCCaller
    ) async throws -> RequestedTransactionResult {
        try await request(parameters, of: RPCMethodName.requestSend, from: caller) { preparation in
            try await preparation.payment(
                to: try self.accountId(of: parameters.recipientAddress, "recipientAddress"),
                faucetId: try self.accountId(of: parameters.faucetId, "faucetId"),
                baseUnits: parameters.amount.baseUnits,
                noteType: parameters.noteType,
                recallBlocks: parameters.recallBlocks
            )
        }
    }

    /// The account of an address on the network of the wallet. Routing parameters do not matter.
    private nonisolated func accountId(of address: String, _ member: String) throws -> AccountID {
        let text = address.prefix { $0 != "_" }
        do {
            return try AccountAddress(String(text), on: wallet.configuration.network).accountId
        } catch let error as MidenError {
            throw RPCError.invalidParameters("\(member): \(error.message)")
        }
    }
}
