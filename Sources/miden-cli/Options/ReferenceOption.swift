import ArgumentParser
import MidenSwiftClient

/// What a request is named by, so that it is carried out once.
struct ReferenceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A name of your own for this request, in 1 to 112 characters: if the same request is made again with it, the"
                + " first outcome is returned, and nothing is done twice.",
            valueName: "text"
        )
    )
    var reference: String?

    /// What a transaction would do. One that was made with the reference may not be possible again: then it is what that has
    /// done.
    func preview(
        of draft: TransactionDraft,
        account: AccountID,
        in wallet: MidenWallet
    ) async throws -> TransactionSummary {
        do {
            return try await wallet.preview(draft, accountId: account)
        } catch {
            guard let reference,
                let made = try await wallet.getTransactions(.init(accountId: account, reference: reference))
                    .transactions
                    .first
            else {
                throw error
            }
            return TransactionSummary(
                accountId: account,
                consumedNotes: made.consumedNotes,
                createdNotes: [],
                assetsIn: made.assetsIn,
                assetsOut: made.assetsOut,
                fee: made.fee
            )
        }
    }
}
