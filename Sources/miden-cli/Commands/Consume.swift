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
            Example: miden-cli consume 0x8a7c… --yes
            Example: miden-cli consume --all --maximum-fee 0.01 --preview
            Example: miden-cli consume 0x8a7c… --argument 7 --yes
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
            "With --all, how many notes one transaction may consume. The memory for a proof grows with them: 0.8 GiB for 10,"
                + " 4 GiB for 100. Where not given, as many as this machine's memory is made for, and 100 at most.",
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

    struct Answer: CommandAnswer {
        /// A note that was not consumed.
        struct Failure: AnswerPart {
            let note: NoteID
            let kind: String
            let message: String

            enum CodingKeys: CodingKey, CaseIterable {
                case note, kind, message
            }

            init(_ failure: ConsumedNotes.Failure) {
                note = failure.noteId
                kind = failure.error.kind.rawValue
                message = failure.error.message
            }

            /// A line below the answer.
            var text: String { "Note \(note) was not consumed: \(message)" }
        }

        let accountId: AccountID
        /// The first one.
        @OrNull var transactionId: TransactionID?
        let transactionIds: [TransactionID]
        let noteIds: [NoteID]
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]
        /// Of all transactions together, in base units of the token fees are paid in; nil where there is none.
        @OrNull var fee: String?
        @OrNull var feeFaucetId: AccountID?
        @OrNull var feeFormatted: String?
        let failures: [Failure]
        /// Whether nothing was done, and this is what would be.
        let isPreview: Bool
        /// How many notes further transactions would consume, whose fees come on top. Of a preview alone.
        let furtherNoteCount: Int

        enum CodingKeys: CodingKey, CaseIterable {
            case accountId, transactionId, transactionIds, noteIds, fungibleAssets, nonFungibleAssets, fee, feeFaucetId
            case feeFormatted, failures, isPreview, furtherNoteCount
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self, .failures: Failure.self,
        ]

        var text: String {
            guard !transactionIds.isEmpty || isPreview && !noteIds.isEmpty else {
                let nothing = """
                    There are no notes to consume for account \(accountId.hex). If one was sent recently, \
                    `miden-cli sync` brings it; those of another account want --account.
                    """
                return ([nothing] + failures.map(\.text)).joined(separator: "\n")
            }
            let assets = fungibleAssets.listed(with: nonFungibleAssets)
            let carried = assets.isEmpty ? "" : ": \(assets)"
            let what = isPreview ? "This would consume" : "Consumed"
            let fee = feeFormatted.map { [("fee", $0)] } ?? []
            let facts = Table.facts([("account", accountId.hex)] + transactionIds.map { ("transaction", $0.hex) } + fee)
            let rest = [further].compactMap { $0 } + failures.map(\.text)
            return (["\(what) \(noteIds.count.counted("note"))\(carried).", facts] + rest).joined(separator: "\n")
        }

        private var further: String? {
            guard furtherNoteCount > 0 else {
                return nil
            }
            let fees = feeFormatted == nil ? "" : ", each with a fee of its own"
            return
                "This is the first transaction. \(furtherNoteCount.counted("more note")) would take further ones\(fees)."
        }
    }

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
        let named = try noteIds.map { try NoteID($0) }
        let argument = try argument.map { try Word(written: $0) }
        let draft =
            argument == nil
            ? TransactionDraft.consume(named)
            : .custom(CustomTransaction(notes: named.map { .init($0, argument: argument) }))
        let known = try await wallet.getInputNotes(accountId: account).notes
        var maximum: Amount?
        if !spending.yes || spending.preview || spending.feeOption.maximumFee != nil {
            let preview =
                all
                ? try await previewOfAll(of: account, from: wallet)
                : ConsumptionPreview(transaction: try await wallet.preview(draft, accountId: account))
            let fee = preview.transaction?.fee
            maximum = try spending.allowed(fee, of: account, inBaseUnits: baseUnits, or: Self.refusal)
            let consumed = ConsumedNotes(
                transactionIds: [],
                noteIds: preview.transaction?.consumedNotes ?? [],
                failures: preview.failures
            )
            let planned = answer(of: account, consumed, known, fee: fee, preview: preview)
            if spending.preview {
                return planned
            }
            guard let summary = preview.transaction else {
                return answer(of: account, consumed, known, fee: nil)
            }
            if !spending.yes {
                if always || Self.takes(summary) || named.contains(where: { mayTake($0, known) }) {
                    try await confirmation.confirm("\(planned.text)\(Self.taken(summary))\nConsume?", or: Self.refusal)
                } else {
                    // Nobody was asked, because it costs nothing: it is not done where it does after all.
                    maximum = maximum ?? Amount(0)
                }
            }
        }
        let consumed =
            if all {
                try await consumedAll(of: account, from: wallet, maximumFee: maximum)
            } else {
                ConsumedNotes(
                    transactionIds: [
                        try await wallet.transact(draft, accountId: account, maximumFee: maximum).transactionId
                    ],
                    noteIds: named
                )
            }
        let fee = await charged(for: consumed, of: account, in: wallet)
        return answer(of: account, consumed, known, fee: fee)
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

    /// What goes out of the account besides, as lines.
    private static func taken(_ summary: TransactionSummary) -> String {
        let out = summary.assetsOut.fungible.map(AssetAnswer.init).listed(
            with: summary.assetsOut.nonFungible.map(UniqueAssetAnswer.init)
        )
        return out.isEmpty ? "" : "\nOut of the account would go: \(out)."
    }

    /// What was done, or with a preview, what would be.
    private func answer(
        of account: AccountID,
        _ consumed: ConsumedNotes,
        _ known: [InputNote],
        fee: FungibleAsset?,
        preview: ConsumptionPreview? = nil
    ) -> Answer {
        let notes = known.filter { consumed.noteIds.contains($0.id) }
        return Answer(
            accountId: account,
            transactionId: consumed.transactionIds.first,
            transactionIds: consumed.transactionIds,
            noteIds: consumed.noteIds,
            fungibleAssets: InputNotesResult(notes: notes).consumableFungibleAssets.map(AssetAnswer.init),
            nonFungibleAssets: notes.flatMap(\.nonFungibleAssets).map(UniqueAssetAnswer.init),
            fee: fee.map { String($0.amount) },
            feeFaucetId: fee?.faucetId,
            feeFormatted: fee?.formatted,
            failures: consumed.failures.map(Answer.Failure.init),
            isPreview: preview != nil,
            furtherNoteCount: preview?.furtherNoteIds.count ?? 0
        )
    }

    /// What consuming all notes would do. Where there are some and none could be consumed, that has failed.
    private func previewOfAll(of account: AccountID, from wallet: MidenWallet) async throws -> ConsumptionPreview {
        let preview = try await wallet.previewConsumeAllNotes(accountId: account, notesPerTransaction: atMost)
        if preview.transaction == nil, let failure = preview.failures.first {
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
            maximumFee: maximumFee
        )
        if consumed.transactionIds.isEmpty, let failure = consumed.failures.first {
            throw failure.error
        }
        return consumed
    }

    /// What the transactions cost together. What was done is told also where this cannot be.
    private func charged(
        for consumed: ConsumedNotes,
        of account: AccountID,
        in wallet: MidenWallet
    ) async -> FungibleAsset? {
        let count = min(max(consumed.transactionIds.count, 1), 500)
        guard !consumed.transactionIds.isEmpty,
            let page = try? await wallet.getTransactions(.init(accountId: account), limit: count)
        else {
            return nil
        }
        let fees = page.transactions.filter { consumed.transactionIds.contains($0.id) }.compactMap(\.fee)
        guard let first = fees.first, let sum = try? fees.map(\.quantity).sum() else {
            return nil
        }
        return FungibleAsset(
            faucetId: first.faucetId,
            amount: sum.baseUnits,
            symbol: first.symbol,
            decimals: first.decimals
        )
    }
}
