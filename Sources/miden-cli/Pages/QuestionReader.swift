import MidenSwiftClient
import MidenWalletRPC

/// Reads a page's question for the user: what it asks for, and what may be a mistake.
struct QuestionReader: Sendable {
    let wallet: MidenWallet

    /// The question.
    ///
    /// - Parameter question: What the wallet asks.
    /// - Returns: What is shown of it.
    /// - Throws: If it cannot be shown. Decline it then.
    func read(_ question: ApprovalQuestion) async throws -> QuestionAnswer {
        var preview: PagePreviewAnswer?
        var warnings: [String] = []
        switch question.content {
        case .send(let payment, let shown):
            preview = try self.preview(shown, of: question)
            // Without them the question is as complete as the page's request.
            warnings = (try? await PaymentWarnings(wallet).warnings(of: [payment])) ?? []
        case .consume(_, let shown), .transaction(_, let shown): preview = try self.preview(shown, of: question)
        case .unlock, .connect, .assets, .notes, .importNote, .signPayloads, .signMessage, .signIn: break
        }
        return try QuestionAnswer(question, preview: preview, warnings: warnings)
    }

    /// What a simulation has found out.
    ///
    /// - Parameters:
    ///   - preview: What it has found out.
    ///   - question: What the wallet asks.
    /// - Returns: What is shown of it.
    /// - Throws: If it cannot be shown.
    func preview(_ preview: TransactionPreview, of question: ApprovalQuestion) throws -> PagePreviewAnswer {
        let sentence: String
        switch question.content {
        case .send(let payment, _):
            sentence = "This would send \(Self.what(payment, preview))."
        case .consume(let note, _):
            sentence = "This would consume note \(note.id)."
        case .transaction:
            sentence =
                preview.effects == .notExecuted
                ? "What can be read of the transaction:" : "This is what the transaction would do:"
        case .unlock, .connect, .assets, .notes, .importNote, .signPayloads, .signMessage, .signIn:
            sentence = ""
        }
        return try PagePreviewAnswer(
            preview,
            sentence: sentence,
            of: question,
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
