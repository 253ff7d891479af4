import MidenSwiftClient
import MidenWalletRPC

/// A transaction that a command would make.
struct DraftPlan {
    let account: AccountID
    let draft: TransactionDraft
    /// What it would do, as what follows "This would".
    let would: String
    /// What it has done, as a sentence.
    let did: String
}

/// A command that makes one transaction: shows what it would do and cost, and asks.
protocol DraftCommand: WalletInputCommand where Answer == DraftAnswer {
    var spending: SpendingOptions { get }

    /// Whether amounts are written in the smallest unit: the maximum for the fee, too.
    var baseUnits: Bool { get }

    /// What is said where it is not done.
    var refusal: Refusal { get }

    /// The transaction.
    func plan(in wallet: MidenWallet, input: Input) async throws -> DraftPlan
}

extension DraftCommand {
    static var doing: String { "Preparing the transaction" }
    static var makesWallet: Bool { false }

    var baseUnits: Bool { false }

    func check(_ configuration: MidenWallet.Configuration) throws {
        try spending.check(configuration, or: refusal)
    }

    func answer(
        from wallet: MidenWallet,
        input: Input,
        asking confirmation: Confirmation
    ) async throws -> DraftAnswer {
        let plan = try await plan(in: wallet, input: input)
        let preview = try await spending.referenceOption.preview(of: plan.draft, account: plan.account, in: wallet)
        if let made = preview.made {
            return DraftAnswer(plan, preview: preview, sent: made, prover: wallet.configuration.prover)
        }
        let maximum = try spending.allowed(preview.summary.fee, of: plan.account, inBaseUnits: baseUnits, or: refusal)
        let planned = DraftAnswer(plan, preview: preview, prover: wallet.configuration.prover)
        guard !spending.preview else {
            return planned
        }
        if !spending.yes {
            try await confirmation.confirm("\(planned.text)\nDo it?", or: refusal)
        }
        let sent = try await wallet.transact(
            plan.draft,
            accountId: plan.account,
            maximumFee: maximum,
            reference: spending.referenceOption.reference
        )
        return DraftAnswer(plan, preview: preview, sent: sent, prover: wallet.configuration.prover)
    }
}

extension DraftCommand where Input == Void {
    func input(_ reader: InputReader) async throws {}
}

/// What a transaction did, or would do.
struct DraftAnswer: CommandAnswer {
    let accountId: AccountID
    /// What the notes carry that it consumes.
    let assetsIn: [AssetAnswer]
    /// What the notes carry that it makes. The fee comes on top.
    let assetsOut: [AssetAnswer]
    let uniqueIn: [UniqueAssetAnswer]
    let uniqueOut: [UniqueAssetAnswer]
    /// In base units of the token fees are paid in; nil where there is none.
    @OrNull var fee: String?
    @OrNull var feeFaucetId: AccountID?
    @OrNull var feeFormatted: String?
    /// What the account has left of each token.
    let left: [RemainingAnswer]
    /// What the account has more and less of afterwards, without the fee. For people: what a swap gives and takes is in
    /// notes that carry more than that.
    private let gained: [AssetAnswer]
    private let given: [AssetAnswer]
    /// The note it makes; nil where it makes none of its own, and before it was made.
    @OrNull var noteId: NoteID?
    /// Nil before it was made.
    @OrNull var transactionId: TransactionID?
    @OrNull var chainHeight: UInt32?
    /// Who made the proof. Nil before it was made.
    @OrNull var provenBy: MidenWallet.ProvenBy?
    /// Who was to make it. For people.
    private let prover: MidenWallet.Prover
    /// What it does, as a sentence.
    let summary: String
    /// Whether it was done before with the same reference, and nothing now. If there is no reference, the JSON has no such key.
    let isRepetition: Bool?

    enum CodingKeys: CodingKey, CaseIterable {
        case accountId, assetsIn, assetsOut, uniqueIn, uniqueOut, fee, feeFaucetId, feeFormatted, noteId
        case transactionId, chainHeight, provenBy, left, summary, isRepetition
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [
        .assetsIn: AssetAnswer.self, .assetsOut: AssetAnswer.self, .uniqueIn: UniqueAssetAnswer.self,
        .uniqueOut: UniqueAssetAnswer.self, .left: RemainingAnswer.self,
    ]

    init(
        _ plan: DraftPlan,
        preview: ReferencedPreview,
        sent: SentTransaction? = nil,
        prover: MidenWallet.Prover
    ) {
        self.init(
            sent == nil ? "This would \(plan.would)." : plan.did,
            account: plan.account,
            preview: preview.summary,
            isRepetition: preview.isRepetition,
            sent: sent,
            prover: prover
        )
    }

    /// What a transaction would do, in a sentence and in full. With `sent`, what it did.
    init(
        _ sentence: String,
        account: AccountID,
        preview: TransactionSummary,
        isRepetition: Bool? = nil,
        sent: SentTransaction? = nil,
        prover: MidenWallet.Prover
    ) {
        self.prover = prover
        self.isRepetition = isRepetition
        accountId = account
        assetsIn = preview.assetsIn.fungible.map(AssetAnswer.init)
        assetsOut = preview.assetsOut.fungible.map(AssetAnswer.init)
        uniqueIn = preview.assetsIn.nonFungible.map(UniqueAssetAnswer.init)
        uniqueOut = preview.assetsOut.nonFungible.map(UniqueAssetAnswer.init)
        fee = preview.fee.map { String($0.amount) }
        feeFaucetId = preview.fee?.faucetId
        feeFormatted = preview.fee?.formatted
        left = preview.remaining.map(RemainingAnswer.init)
        gained = preview.assetsIn.surplus(over: preview.assetsOut).map(AssetAnswer.init)
        given = preview.assetsOut.surplus(over: preview.assetsIn).map(AssetAnswer.init)
        noteId = sent?.noteIds.first
        transactionId = sent?.transactionId
        chainHeight = sent?.blockNumber
        provenBy = sent?.provenBy
        summary = sentence
    }

    var text: String {
        let fee = feeFormatted.map { [("fee", $0)] } ?? []
        let note = noteId.map { [("note", $0.hex)] } ?? []
        let transaction = transactionId.map { [("transaction", $0.hex)] } ?? []
        let incoming = carried("notes consumed carry", assetsIn, uniqueIn)
        let outgoing = carried("notes made carry", assetsOut, uniqueOut)
        // What notes carry says it already where they go one way.
        let isTrade = !incoming.isEmpty && !outgoing.isEmpty
        let net = isTrade ? carried("gains", gained, []) + carried("gives", given, []) : []
        let prover = [provenBy].compactMap(\.self).facts(askedFor: self.prover)
        let facts =
            [("account", accountId.hex)] + net + incoming + outgoing + note + transaction + fee + left.facts + prover
        return "\(summary)\(isRepetition.repetitionLine)\n\(Table.facts(facts))"
    }

    /// What notes carry, as a fact where they carry something.
    private func carried(
        _ name: String,
        _ amounts: [AssetAnswer],
        _ unique: [UniqueAssetAnswer]
    ) -> [(name: String, value: String)] {
        let all = amounts.listed(with: unique)
        return all.isEmpty ? [] : [(name, all)]
    }
}
