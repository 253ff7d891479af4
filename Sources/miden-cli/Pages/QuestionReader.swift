import MidenSwiftClient
import MidenWalletRPC

/// Reads a page's question for the user: what it asks for, and what may be a mistake.
struct QuestionReader: Sendable {
    let wallet: MidenWallet

    /// The question.
    func read(_ question: ApprovalQuestion) async -> QuestionAnswer {
        var preview: PagePreviewAnswer?
        var warnings: [String] = []
        switch question.content {
        case .send(let payment, let shown):
            preview = self.preview(shown, of: question)
            // Without them the question is as complete as the page's request.
            warnings = (try? await PaymentWarnings(wallet).warnings(of: [payment])) ?? []
        case .consume(_, let shown), .transaction(_, let shown): preview = self.preview(shown, of: question)
        case .unlock, .connect, .assets, .notes, .importNote, .signPayloads, .signMessage, .signIn: break
        }
        return QuestionAnswer(question, preview: preview, warnings: warnings)
    }

    /// What a simulation has found out.
    func preview(_ preview: TransactionPreview, of question: ApprovalQuestion) -> PagePreviewAnswer {
        let account = question.accountId
        let readable: TransactionSummary
        let sentence: String
        switch question.content {
        case .send(let payment, _):
            readable = TransactionSummary(readable: account)
            sentence = "This would send \(Self.what(payment, preview))."
        case .consume(let note, _):
            readable = TransactionSummary(
                readable: account,
                consumed: [note.id],
                assetsIn: [note.file?.assets].compactMap { $0 }
            )
            sentence = "This would consume note \(note.id)."
        case .transaction(let transaction, _):
            let description = transaction.description
            readable = TransactionSummary(
                readable: account,
                consumed: description.consumedNotes.map(\.id),
                assetsIn: description.consumedNotes.map(\.assets),
                notes: description.createdNotes,
                calls: description.calls
            )
            sentence =
                preview.effects == .notExecuted
                ? "What can be read of the transaction:" : "This is what the transaction would do:"
        case .unlock, .connect, .assets, .notes, .importNote, .signPayloads, .signMessage, .signIn:
            readable = TransactionSummary(readable: account)
            sentence = ""
        }
        return PagePreviewAnswer(
            preview,
            sentence: sentence,
            account: account,
            readable: readable,
            prover: wallet.configuration.prover
        )
    }

    /// "1.5 MIDEN of 0x… to 0x… in a private note".
    private static func what(_ payment: Payment, _ preview: TransactionPreview) -> String {
        var assets = payment.fungibleAssets
        // The preview has the decimals of the token, if they are known.
        if case .known(let summary) = preview.effects { assets = summary.assetsOut.fungible }
        let listed = assets.map(AssetAnswer.init).listed(with: payment.nonFungibleAssets.map(UniqueAssetAnswer.init))
        let unknown = assets.contains { $0.decimals == nil } ? ", whose decimals are not known," : ""
        return "\(listed)\(unknown) to \(payment.recipientId) in a \(payment.noteType.rawValue) note"
    }
}
