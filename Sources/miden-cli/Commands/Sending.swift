import MidenSwiftClient

/// Payments that a command makes: shows what would be sent and the fee, and asks.
struct Sending {
    static let refusal = Refusal("Nothing was sent")

    let account: AccountID
    /// The tokens of the amounts.
    let tokens: [FungibleAsset]
    let payments: [Payment]

    /// Makes them, unless a preview is all that is wanted.
    func carriedOut(
        in wallet: MidenWallet,
        spending: SpendingOptions,
        inBaseUnits: Bool,
        asking confirmation: Confirmation
    ) async throws -> SendAnswer {
        let preview = try await spending.referenceOption.preview(of: .send(payments), account: account, in: wallet)
        let circumstances = SendAnswer.Circumstances(
            prover: wallet.configuration.prover,
            hasNoteTransport: wallet.configuration.hasNoteTransport,
            ownAccounts: Set(try await wallet.getAccounts().map(\.id))
        )
        let warnings = preview.made == nil ? try await PaymentWarnings(wallet).warnings(of: payments) : []
        func answer(_ sent: SentTransaction? = nil) -> SendAnswer {
            SendAnswer(
                account: account,
                tokens: tokens,
                payments: payments,
                preview: preview,
                sent: sent,
                warnings: warnings,
                circumstances: circumstances
            )
        }
        if let made = preview.made {
            return answer(made)
        }
        let maximum = try spending.allowed(
            preview.summary.fee,
            of: account,
            inBaseUnits: inBaseUnits,
            or: Self.refusal
        )
        let planned = answer()
        guard !spending.preview else {
            return planned
        }
        if !spending.yes {
            try await confirmation.confirm("\(planned.text)\nSend it?", or: Self.refusal)
        }
        return answer(
            try await wallet.send(
                from: account,
                payments: payments,
                maximumFee: maximum,
                reference: spending.referenceOption.reference
            )
        )
    }
}
