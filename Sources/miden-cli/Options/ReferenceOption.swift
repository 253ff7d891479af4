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

    /// What a transaction would do, or what the one has done that was made with the reference: that one may not be possible
    /// again.
    func preview(
        of draft: TransactionDraft,
        account: AccountID,
        in wallet: MidenWallet
    ) async throws -> TransactionSummary {
        guard let made = try await made(by: account, in: wallet) else {
            return try await wallet.preview(draft, accountId: account)
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

    /// The transaction that an account has made with the reference.
    func made(by account: AccountID, in wallet: MidenWallet) async throws -> TransactionRecord? {
        guard let reference else {
            return nil
        }
        // Those of consuming all notes with the reference are among them.
        let query = TransactionQuery(accountId: account, reference: reference)
        return try await wallet.getEveryTransaction(query).first { record in
            if case .discarded = record.state {
                return false
            }
            return record.reference == reference
        }
    }
}
