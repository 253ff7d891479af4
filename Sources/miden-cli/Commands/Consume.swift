import ArgumentParser
import MidenSwiftClient

/// `miden-cli consume`
struct Consume: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take what notes carry into an account.",
        discussion: """
            Proves the transaction, which takes seconds, and hands it to the network. The balance shows it at once. \
            Ctrl-C stops it until it is handed to the network; then it is completed. With --all there are as many \
            transactions as it takes, and a note that cannot be consumed does not hold back the others; no notes to \
            consume are no error. A payment of your own is taken back by consuming it by its id, once its block has \
            come.

            Where something leaves the account, it shows what it would do, with --all the first transaction, and asks on a \
            terminal: where there is a fee, and for a note with a script of somebody's own, which may do anything to the \
            account. Without a terminal it wants --yes then, and never waits for an answer. Payments that cost nothing are \
            consumed unasked. With --preview it shows what it would do and cost, and ends.

            Example: miden-cli consume --all
            Example: miden-cli consume 0x8a7c2f6b --yes
            Example: miden-cli consume --all --maximum-fee 0.01 --preview
            Example: miden-cli consume 0x8a7c2f6b --argument 7 --yes
            """
    )
    static let doing = "Preparing the transaction"
    static let makesWallet = false
    static let refusal = Refusal("Nothing was consumed")

    @Argument(help: ArgumentHelp("The notes.", valueName: "note-id"))
    var noteIds: [String] = []

    @Flag(help: "All notes the account can consume.")
    var all = false

    @OptionGroup var spending: SpendingOptions

    @Flag(help: "The maximum fee is in the smallest unit of the token fees are paid in.")
    var baseUnits = false

    @Option(
        help: ArgumentHelp(
            "What the script of a note is given, for a note with a script of somebody's own: a word in hex, or up to four"
                + " numbers with commas between them.",
            valueName: "word"
        )
    )
    var argument: String?

    @Option(
        help: ArgumentHelp(
            "With --all, how many notes one transaction may consume, 100 where not given. It consumes fewer if the proof would"
                + " take more than --proof-memory.",
            valueName: "count"
        )
    )
    var notesPerTransaction: Int?

    @OptionGroup var accountOption: AccountOption

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if argument != nil, noteIds.count != 1 {
            throw ValidationError("--argument is for one note.")
        }
        if let notesPerTransaction, !all || !(1...1024).contains(notesPerTransaction) {
            throw ValidationError("--notes-per-transaction is for --all, and from 1 to 1024.")
        }
        if all != noteIds.isEmpty {
            throw ValidationError(all ? "Give note ids or --all, not both." : "Give the ids of notes, or --all.")
        }
    }

    typealias Answer = ConsumeAnswer

    func check(_ configuration: MidenWallet.Configuration) throws {
        try spending.checkProver(of: configuration)
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        try await answer(from: wallet, asking: .impossible)
    }

    func answer(from wallet: MidenWallet, asking confirmation: Confirmation) async throws -> Answer {
        try await answer(from: wallet, asking: confirmation, always: false)
    }

    /// How many notes one transaction may consume.
    private var atMost: Int { notesPerTransaction ?? MidenWallet.notesPerTransaction }

    /// Asks where something would leave the account or a note may take something, or always.
    func answer(from wallet: MidenWallet, asking confirmation: Confirmation, always: Bool) async throws -> Answer {
        let account = try await accountOption.resolved(in: wallet)
        let prover = wallet.configuration.prover
        let named = try await NoteID.named(noteIds, in: wallet)
        let argument = try argument.map { try Word(written: $0) }
        let draft =
            argument == nil
            ? TransactionDraft.consume(named)
            : .custom(CustomTransaction(notes: named.map { .init($0, argument: argument) }))
        // A note that was consumed cannot be previewed any more.
        if !all, let made = try await reference.outcome(of: draft, account: account, in: wallet) {
            let earlier = ConsumedNotes(
                transactionIds: [made.transactionId],
                provenBy: [made.provenBy],
                noteIds: named,
                earlierTransactionIds: [made.transactionId]
            )
            return try await answer(of: earlier, on: account, in: wallet)
        }
        var maximum: Amount?
        if !spending.yes || spending.preview || spending.feeOption.maximumFee != nil {
            let preview =
                all
                ? try await previewOfAll(of: account, from: wallet)
                : ConsumptionPreview(
                    transaction: try await wallet.preview(draft, accountId: account)
                )
            let effect = preview.transaction.map(ConsumeAnswer.Effect.init) ?? ConsumeAnswer.Effect()
            maximum = try spending.allowed(effect.fee, of: account, inBaseUnits: baseUnits, or: Self.refusal)
            let planned = ConsumedNotes(
                transactionIds: [],
                noteIds: preview.transaction?.consumedNotes ?? [],
                failures: preview.failures,
                leftOut: preview.leftOut
            )
            let isNew = reference.isRepetition(false)
            let answer = ConsumeAnswer(
                of: account,
                planned,
                effect,
                preview: preview,
                prover: prover,
                isRepetition: isNew
            )
            if spending.preview {
                guard preview.transaction == nil, let earlier = try await self.earlier(of: account, in: wallet) else {
                    return answer
                }
                return try await self.answer(of: earlier, on: account, in: wallet)
            }
            if let summary = preview.transaction, !spending.yes {
                let known = named.isEmpty ? [] : try await wallet.getInputNotes(accountId: account).notes
                if always || Self.takes(summary) || named.contains(where: { mayTake($0, known) }) {
                    try await confirmation.confirm("\(answer.text)\nConsume?", or: Self.refusal)
                } else {
                    // Nobody was asked, because it costs nothing: it is not done where it does after all.
                    maximum = maximum ?? Amount(0)
                }
            } else if preview.transaction == nil {
                // What a reference has consumed before is told all the same, and nothing more is done unasked.
                guard reference.reference != nil else {
                    return ConsumeAnswer(of: account, planned, effect, prover: prover, isRepetition: nil)
                }
                maximum = maximum ?? Amount(0)
            }
        }
        let consumed: ConsumedNotes
        if all {
            consumed = try await consumedAll(of: account, from: wallet, maximumFee: maximum)
        } else {
            let sent = try await wallet.transact(
                draft,
                accountId: account,
                maximumFee: maximum,
                reference: reference.reference
            )
            consumed = ConsumedNotes(
                transactionIds: [sent.transactionId],
                provenBy: [sent.provenBy],
                noteIds: named
            )
        }
        return try await answer(of: consumed, on: account, in: wallet)
    }

    private var reference: ReferenceOption { spending.referenceOption }

    /// What was done, in this call or before with its reference.
    private func answer(
        of consumed: ConsumedNotes,
        on account: AccountID,
        in wallet: MidenWallet
    ) async throws -> ConsumeAnswer {
        let effect = await effect(of: consumed, on: account, in: wallet)
        let earlier = Set(consumed.earlierTransactionIds)
        return ConsumeAnswer(
            of: account,
            consumed,
            effect,
            prover: wallet.configuration.prover,
            isRepetition: reference.isRepetition(
                !earlier.isEmpty && consumed.transactionIds.allSatisfy(earlier.contains)
            )
        )
    }

    /// What consuming all notes with the reference has done so far.
    private func earlier(of account: AccountID, in wallet: MidenWallet) async throws -> ConsumedNotes? {
        guard reference.reference != nil else {
            return nil
        }
        // One of the very reference is of another request: those of all notes have derived ones.
        let records = try await records(of: account, in: wallet).filter { $0.reference != reference.reference }
        guard !records.isEmpty else {
            return nil
        }
        let ids = records.map(\.id)
        return ConsumedNotes(
            transactionIds: ids,
            noteIds: records.flatMap(\.consumedNotes),
            earlierTransactionIds: ids
        )
    }

    /// The transactions that the history has of the reference, oldest first, without those that were discarded.
    private func records(of account: AccountID, in wallet: MidenWallet) async throws -> [TransactionRecord] {
        let query = TransactionQuery(accountId: account, reference: reference.reference)
        return try await wallet.getEveryTransaction(query).reversed().filter { record in
            if case .discarded = record.state { false } else { true }
        }
    }

    /// Whether something leaves the account.
    private static func takes(_ summary: TransactionSummary) -> Bool {
        let out = summary.assetsOut
        return summary.fee != nil || !out.fungible.isEmpty || !out.nonFungible.isEmpty
    }

    /// Whether a note may do something else than bring what it carries.
    private func mayTake(_ note: NoteID, _ known: [InputNote]) -> Bool {
        guard let kind = known.first(where: { $0.id == note })?.kind else {
            return true
        }
        return ![.payment, .conditionalPayment, .burn].contains(kind)
    }

    /// What consuming all notes would do. Where there are some and none could be consumed, that has failed.
    private func previewOfAll(of account: AccountID, from wallet: MidenWallet) async throws -> ConsumptionPreview {
        let preview = try await wallet.previewConsumeAllNotes(accountId: account, notesPerTransaction: atMost)
        // With a reference, earlier ones may have been consumed.
        if reference.reference == nil, preview.transaction == nil, let failure = preview.failures.first {
            throw failure.error
        }
        return preview
    }

    /// Consumes all notes. Where there are some and none could be consumed, that has failed.
    private func consumedAll(
        of account: AccountID,
        from wallet: MidenWallet,
        maximumFee: Amount?
    ) async throws -> ConsumedNotes {
        let consumed = try await wallet.consumeAllNotes(
            accountId: account,
            notesPerTransaction: atMost,
            maximumFee: maximumFee,
            reference: reference.reference
        )
        if consumed.transactionIds.isEmpty, let failure = consumed.failures.first {
            throw failure.error
        }
        return consumed
    }

    /// What the transactions did together. What was done is told also where this cannot be.
    private func effect(
        of consumed: ConsumedNotes,
        on account: AccountID,
        in wallet: MidenWallet
    ) async -> ConsumeAnswer.Effect {
        guard !consumed.transactionIds.isEmpty else {
            return .init()
        }
        let records: [TransactionRecord]
        if reference.reference != nil {
            // Others may have followed.
            records = (try? await self.records(of: account, in: wallet)) ?? []
        } else {
            let count = min(consumed.transactionIds.count, 500)
            let page = try? await wallet.getTransactions(.init(accountId: account), limit: count)
            records = page?.transactions ?? []
        }
        guard !records.isEmpty else {
            return .init()
        }
        let own = records.filter { consumed.transactionIds.contains($0.id) }
        return ConsumeAnswer.Effect(own, held: try? await wallet.getBalance(accountId: account))
    }
}
