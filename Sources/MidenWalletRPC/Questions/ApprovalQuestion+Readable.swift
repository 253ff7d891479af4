import MidenSwiftClient

extension ApprovalQuestion {
    /// What can be read of a transaction that was not executed, without its fee. It does nothing if the question is of none, or
    /// of a payment, which is always previewed.
    package var readable: TransactionSummary { content.readable(of: accountId) }
}

extension ApprovalQuestion.Content {
    /// The same for a transaction of an account.
    func readable(of accountId: AccountID) -> TransactionSummary {
        switch self {
        case .consume(let note, _):
            summary(of: accountId, consumed: [note.id], assetsIn: [note.file?.assets].compactMap { $0 })
        case .transaction(let page, _):
            summary(
                of: accountId,
                consumed: page.description.consumedNotes.map(\.id),
                assetsIn: page.description.consumedNotes.map(\.assets),
                notes: page.description.createdNotes,
                calls: page.description.calls
            )
        case .unlock, .connect, .assets, .notes, .importNote, .signPayloads, .signMessage, .signIn, .send:
            summary(of: accountId)
        }
    }

    private func summary(
        of accountId: AccountID,
        consumed: [NoteID] = [],
        assetsIn: [TransactionSummary.Assets] = [],
        notes: [TransactionSummary.CreatedNote] = [],
        calls: TransactionSummary.Calls = TransactionSummary.Calls()
    ) -> TransactionSummary {
        TransactionSummary(
            accountId: accountId,
            consumedNotes: consumed,
            createdNotes: notes,
            assetsIn: TransactionSummary.Assets(sum: assetsIn),
            assetsOut: TransactionSummary.Assets(
                sum: notes.map { .init(fungible: $0.fungibleAssets, nonFungible: $0.nonFungibleAssets) }
            ),
            calls: calls
        )
    }
}
