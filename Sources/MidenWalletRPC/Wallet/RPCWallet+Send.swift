import MidenSwiftClient

// Payments.

extension RequestSendParameters: SpendingParameters {}

extension RPCWallet {
    /// The largest amount of a token, in base units.
    private static let largestAmount: UInt64 = 1 << 63 - 1 << 31

    nonisolated func requestSend(
        _ parameters: RequestSendParameters,
        from caller: RPCCaller
    ) async throws -> RequestedTransactionResult {
        try await request(parameters, of: RPCMethodName.requestSend, from: caller) { grant in
            guard (1...Self.largestAmount).contains(parameters.amount.baseUnits) else {
                throw RPCError.invalidParameters("The amount is not one from 1 to \(Self.largestAmount)")
            }
            let draft = TransactionWork.Draft.send(
                to: try self.accountId(of: parameters.recipientAddress, "recipientAddress"),
                faucetId: try self.accountId(of: parameters.faucetId, "faucetId"),
                baseUnits: parameters.amount.baseUnits,
                noteType: parameters.noteType,
                reclaimHeight: try await self.reclaimHeight(after: parameters.recallBlocks)
            )
            guard let payment = draft.payment else { throw RPCError.internalError }
            return PreparedTransaction(
                content: .send(payment, try await self.preview(draft, accountId: grant.accountId))
            )
        }
    }

    /// The account of an address on the network of the wallet. Routing parameters do not matter.
    nonisolated func accountId(of address: String, _ member: String) throws -> AccountID {
        let text = address.prefix { $0 != "_" }
        do {
            return try AccountAddress(String(text), on: wallet.configuration.network).accountId
        } catch let error as MidenError {
            throw RPCError.invalidParameters("\(member): \(error.message)")
        }
    }

    /// The block from which on a payment can be taken back; nil if it cannot. A question that waited counts again from the
    /// newest block: its new preview has the payment that is made.
    private nonisolated func reclaimHeight(after recallBlocks: Int?) async throws -> UInt32? {
        guard let recallBlocks, recallBlocks > 0 else { return nil }
        let (height, isTooLarge) = try await wallet.info().syncHeight.addingReportingOverflow(UInt32(recallBlocks))
        guard !isTooLarge else { throw RPCError.invalidParameters("There is no block that late") }
        return height
    }
}
