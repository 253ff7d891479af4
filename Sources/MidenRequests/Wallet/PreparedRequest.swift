import Foundation
import MidenSwiftClient
import MidenWalletRPC

/// What a request asks of an account, checked and previewed. Nothing is stored, and nothing is sent.
struct PreparedRequest: Sendable {
    /// What is shown.
    enum Content: Sendable {
        /// Nothing besides the title: a connection without a message.
        case none
        /// What a page can ask for too.
        case page(ApprovalQuestion.Content)
        /// A call of a procedure of the account.
        case call(ProcedureCallDraft)
    }

    /// What is shown.
    var content: Content
    /// What the wallet knows of the transaction. Nil if there is none.
    var preview: TransactionPreview?
    /// The faucets of its tokens that the wallet has never seen.
    var unknownFaucets: [AccountID] = []
    /// Executes the transaction if the user asks for it. Nil if that is done, or does not come into question.
    var simulation: TransactionSimulation?

    /// The fee that was foreseen. Nil if there is none, or if the transaction was not executed.
    var fee: FungibleAsset? {
        guard case .known(let summary) = preview?.effects else { return nil }
        return summary.fee
    }

    /// Why the transaction cannot be made now, as a sentence. Nil if it can, or if that is not known yet.
    var impossibility: String? {
        guard case .impossible(let reason) = preview?.effects else { return nil }
        return reason
    }

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - request: The request, of the network of the wallet.
    ///   - wallet: The wallet.
    ///   - accountID: The account that acts.
    ///   - simulating: Whether code of the request is executed, within the wallet's budget.
    /// - Throws: ``MidenError`` if it asks for what no wallet makes.
    /// - Returns: What is shown, and made if the user approves it.
    static func prepare(
        _ request: AppRequest,
        in wallet: MidenWallet,
        accountID: AccountID,
        simulating: Bool
    ) async throws -> PreparedRequest {
        let preparation = TransactionPreparation(wallet, accountId: accountID)
        do {
            switch request.content {
            case .connectWallet:
                return PreparedRequest(content: .none)
            case .connectWalletAndSignMessage(let message), .signMessage(let message):
                return PreparedRequest(content: .page(.signMessage(message.shownInFull)))
            case .sendCoin(let payments):
                let payment = try only(payments)
                let prepared = try await preparation.payment(
                    to: payment.recipientID,
                    faucetId: payment.faucetID,
                    baseUnits: payment.baseUnits,
                    noteType: payment.noteType,
                    recallBlocks: payment.recallBlocks
                )
                return try await shown(prepared, in: wallet, simulating: simulating)
            case .consumeNote(let notes):
                let note = try only(notes)
                let prepared = try await preparation.consumption(of: note.noteID, file: note.noteBytes)
                return try await shown(prepared, in: wallet, simulating: simulating)
            case .executeContract(let calls):
                let call = ProcedureCallDraft(try only(calls))
                return try await shown(
                    .call(call),
                    // What a procedure does is known once it has run.
                    TransactionPreview(.notExecuted, digest: nil),
                    preparation.simulation(of: .call(call)),
                    in: wallet,
                    simulating: simulating
                )
            case .executeContractWithEncoded(let transactions):
                let transaction = try only(transactions)
                let prepared = try await preparation.transaction(
                    transaction.transactionRequest,
                    noteFiles: transaction.importNotes,
                    claimedRecipient: nil
                )
                return try await shown(prepared, in: wallet, simulating: simulating)
            }
        } catch let error as RPCError {
            throw MidenError.invalidRequest("\(error.message).")
        }
    }

    private static func shown(
        _ prepared: PreparedTransaction,
        in wallet: MidenWallet,
        simulating: Bool
    ) async throws -> PreparedRequest {
        try await shown(
            .page(prepared.content),
            prepared.content.transactionPreview,
            prepared.simulation,
            in: wallet,
            simulating: simulating
        )
    }

    private static func shown(
        _ content: Content,
        _ preview: TransactionPreview?,
        _ simulation: TransactionSimulation?,
        in wallet: MidenWallet,
        simulating: Bool
    ) async throws -> PreparedRequest {
        var prepared = PreparedRequest(content: content, preview: preview, simulation: simulation)
        if simulating, let simulation {
            prepared.preview = try await simulation.preview()
            prepared.simulation = nil
        }
        let tokens = try await wallet.getTokens()
        var faucets = prepared.preview?.faucets ?? []
        if case .page(let asked) = content {
            faucets += asked.faucets
            prepared.content = .page(asked.naming(tokens))
        }
        prepared.unknownFaucets = unknown(faucets, tokens)
        return prepared
    }

    private static func unknown(_ faucets: [AccountID], _ tokens: [Token]) -> [AccountID] {
        let known = Set(tokens.filter { $0.decimals != nil }.map(\.faucetId))
        return Set(faucets).subtracting(known).sorted { $0.hex < $1.hex }
    }

    /// The one transaction of a request.
    private static func only<Transaction>(_ transactions: [Transaction]) throws -> Transaction {
        guard transactions.count == 1, let transaction = transactions.first else {
            throw MidenError.invalidRequest(
                "it has \(transactions.count) transactions, and this version of the wallet makes one for each request."
            )
        }
        return transaction
    }
}

extension ProcedureCallDraft {
    fileprivate init(_ call: RequestedProcedureCall) {
        self.init(
            procedure: call.procedure,
            arguments: call.arguments,
            advice: call.advice,
            foreignAccountIDs: call.foreignAccountIDs
        )
    }
}

extension ApprovalQuestion.Content {
    /// What is known of its transaction.
    fileprivate var transactionPreview: TransactionPreview? {
        switch self {
        case .send(_, let preview), .consume(_, let preview), .transaction(_, let preview): preview
        default: nil
        }
    }

    /// The faucets of what is shown beside the preview.
    fileprivate var faucets: [AccountID] {
        switch self {
        case .send(let payment, _): payment.fungibleAssets.map(\.faucetId)
        case .consume(let note, _): note.file?.assets?.faucets ?? []
        case .transaction(let page, _):
            page.description.consumedNotes.flatMap(\.assets.faucets)
                + page.description.createdNotes.flatMap { $0.fungibleAssets.map(\.faucetId) }
                + page.importedNotes.flatMap { $0.assets?.faucets ?? [] }
        default: []
        }
    }

    /// The same with the symbols and decimals of tokens that the wallet knows.
    fileprivate func naming(_ tokens: [Token]) -> Self {
        guard case .send(var payment, let preview) = self else { return self }
        payment.fungibleAssets = payment.fungibleAssets.map { $0.naming(tokens) }
        return .send(payment, preview)
    }
}

extension TransactionPreview {
    /// The faucets of what the transaction moves.
    fileprivate var faucets: [AccountID] {
        guard case .known(let summary) = effects else { return [] }
        return summary.assetsIn.faucets + summary.assetsOut.faucets
    }
}

extension TransactionSummary.Assets {
    fileprivate var faucets: [AccountID] { fungible.map(\.faucetId) + nonFungible.map(\.faucetId) }
}
