import ArgumentParser
import MidenSwiftClient

/// What a request is named by, so that it is carried out once.
struct ReferenceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A name of your own for this request, in 1 to 112 characters: if the same request is made again with it, the"
                + " first outcome is returned, and nothing is done twice. A wallet that was restored, and an account that"
                + " was taken in, do not know what was done with a reference elsewhere: look for the payment in the"
                + " history after a sync before you use its reference again.",
            valueName: "text"
        )
    )
    var reference: String?

    /// What is said where accounts come in that may have made transactions with references elsewhere.
    static let adviceAfterRestore = """
        Transactions that were made after the backup, or elsewhere, have no reference here. --reference is refused until the \
        history has all of them, about 131 blocks after the first sync. After that, the same request with such a reference is \
        carried out again. Before you use a reference again, sync, and look for its payment with \
        `miden-cli transactions --list`, which marks with * what was made elsewhere, or it may be paid twice.
        """

    /// What a transaction would do. If it was made with the reference before, what it has done: it may not be possible again.
    func preview(
        of draft: TransactionDraft,
        account: AccountID,
        in wallet: MidenWallet
    ) async throws -> ReferencedPreview {
        try await preview(of: draft, account: account, in: wallet) {
            try await wallet.preview(draft, accountId: account)
        }
    }

    /// The same with what previews the transaction.
    func preview(
        of draft: TransactionDraft,
        account: AccountID,
        in wallet: MidenWallet,
        by preview: () async throws -> TransactionSummary
    ) async throws -> ReferencedPreview {
        guard let made = try await outcome(of: draft, account: account, in: wallet) else {
            let summary = try await preview()
            return ReferencedPreview(summary: summary, made: nil, isRepetition: isRepetition(false))
        }
        let query = TransactionQuery(accountId: account, reference: reference)
        let record = try await wallet.getEveryTransaction(query).first { $0.id == made.transactionId }
        let summary = TransactionSummary(
            accountId: account,
            consumedNotes: record?.consumedNotes ?? [],
            createdNotes: [],
            assetsIn: record?.assetsIn ?? .init(fungible: []),
            assetsOut: record?.assetsOut ?? .init(fungible: []),
            fee: record?.fee
        )
        return ReferencedPreview(summary: summary, made: made, isRepetition: isRepetition(true))
    }

    /// What came of the same request, if it was made with the reference before.
    func outcome(
        of draft: TransactionDraft,
        account: AccountID,
        in wallet: MidenWallet
    ) async throws -> SentTransaction? {
        guard let reference else {
            return nil
        }
        return try await wallet.getOutcome(of: draft, accountId: account, reference: reference)
    }

    /// What an answer says of a repetition: nothing if there is no reference.
    func isRepetition(_ isRepetition: Bool) -> Bool? {
        reference == nil ? nil : isRepetition
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

/// What a transaction would do, or has done if its request is a repetition.
struct ReferencedPreview {
    let summary: TransactionSummary
    /// What came of it when it was made with the reference.
    let made: SentTransaction?
    /// Nil if the request has no reference.
    let isRepetition: Bool?
}

extension Bool? {
    /// The line below an answer that is a repetition.
    var repetitionLine: String {
        self == true ? "\nThis was done before with the same reference. Nothing was done now." : ""
    }
}
