import MidenSwiftClient

/// What consuming notes did, or would do.
struct ConsumeAnswer: CommandAnswer {
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

    /// A note that `--all` leaves out.
    struct LeftOut: AnswerPart {
        let note: NoteID
        let reason: InputNote.LeftOutReason

        enum CodingKeys: CodingKey, CaseIterable {
            case note, reason
        }

        init(_ leftOut: ConsumedNotes.LeftOut) {
            note = leftOut.noteId
            reason = leftOut.reason
        }
    }

    let accountId: AccountID
    /// The first one.
    @OrNull var transactionId: TransactionID?
    let transactionIds: [TransactionID]
    /// Who made the proof of each.
    let provers: [MidenWallet.ProvenBy]
    /// Who was to make them. For people.
    private let prover: MidenWallet.Prover
    let noteIds: [NoteID]
    /// What the notes carry.
    let fungibleAssets: [AssetAnswer]
    let nonFungibleAssets: [UniqueAssetAnswer]
    /// What leaves the account by notes that consuming makes. The fee comes on top.
    let assetsOut: [AssetAnswer]
    let uniqueOut: [UniqueAssetAnswer]
    /// Of all transactions together, in base units of the token fees are paid in; nil where there is none.
    @OrNull var fee: String?
    @OrNull var feeFaucetId: AccountID?
    @OrNull var feeFormatted: String?
    /// What the account has left of each token.
    let left: [RemainingAnswer]
    let failures: [Failure]
    let leftOut: [LeftOut]
    /// Whether nothing was done, and this is what would be.
    let isPreview: Bool
    /// How many notes further transactions would consume, whose fees come on top. Of a preview alone.
    let furtherNoteCount: Int
    /// Whether all of it was done before with the same reference, and nothing now. If there is no reference, the JSON has no
    /// such key.
    let isRepetition: Bool?

    enum CodingKeys: CodingKey, CaseIterable {
        case accountId, transactionId, transactionIds, provers, noteIds, fungibleAssets, nonFungibleAssets, assetsOut
        case uniqueOut, fee, feeFaucetId, feeFormatted, left, failures, leftOut, isPreview, furtherNoteCount
        case isRepetition
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [
        .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self, .assetsOut: AssetAnswer.self,
        .uniqueOut: UniqueAssetAnswer.self, .left: RemainingAnswer.self, .failures: Failure.self,
        .leftOut: LeftOut.self,
    ]

    /// What was done, or with a preview, what would be.
    init(
        of account: AccountID,
        _ consumed: ConsumedNotes,
        _ effect: Effect,
        preview: ConsumptionPreview? = nil,
        prover: MidenWallet.Prover,
        isRepetition: Bool?
    ) {
        self.isRepetition = isRepetition
        self.prover = prover
        accountId = account
        transactionId = consumed.transactionIds.first
        transactionIds = consumed.transactionIds
        provers = consumed.provenBy
        noteIds = consumed.noteIds
        fungibleAssets = effect.assetsIn.fungible.map(AssetAnswer.init)
        nonFungibleAssets = effect.assetsIn.nonFungible.map(UniqueAssetAnswer.init)
        assetsOut = effect.assetsOut.fungible.map(AssetAnswer.init)
        uniqueOut = effect.assetsOut.nonFungible.map(UniqueAssetAnswer.init)
        fee = effect.fee.map { String($0.amount) }
        feeFaucetId = effect.fee?.faucetId
        feeFormatted = effect.fee?.formatted
        left = effect.remaining.map(RemainingAnswer.init)
        failures = consumed.failures.map(Failure.init)
        leftOut = consumed.leftOut.map(LeftOut.init)
        isPreview = preview != nil
        furtherNoteCount = preview?.furtherNoteIds.count ?? 0
    }

    var text: String {
        guard !transactionIds.isEmpty || isPreview && !noteIds.isEmpty else {
            let nothing = """
                There are no notes to consume for account \(accountId.hex). If one was sent recently, \
                `miden-cli sync` brings it; those of another account want --account.
                """
            return ([nothing] + failures.map(\.text) + leftOutSummary).joined(separator: "\n")
        }
        let assets = fungibleAssets.listed(with: nonFungibleAssets)
        let carried = assets.isEmpty ? "" : ": \(assets)"
        let what = isPreview ? "This would consume" : "Consumed"
        let rest = [further].compactMap { $0 } + failures.map(\.text) + leftOutSummary
        return
            (["\(what) \(noteIds.count.counted("note"))\(carried).\(isRepetition.repetitionLine)", Table.facts(facts)]
            + rest)
            .joined(separator: "\n")
    }

    private var facts: [(name: String, value: String)] {
        let facts: [(name: String, value: String)] = [
            ("out of the account", assetsOut.listed(with: uniqueOut)), ("fee", feeFormatted ?? ""),
        ]
        return [("account", accountId.hex)] + transactionIds.map { ("transaction", $0.hex) }
            + facts.filter { !$0.value.isEmpty } + left.facts + provers.facts(askedFor: prover)
    }

    private var leftOutSummary: [String] { [leftOut.map(\.reason).summary].compactMap { $0 } }

    private var further: String? {
        guard furtherNoteCount > 0 else {
            return nil
        }
        let fees = feeFormatted == nil ? "" : ", each with a fee of its own"
        return
            "This is the first transaction. \(furtherNoteCount.counted("more note")) would take further ones\(fees)."
    }
}

extension ConsumeAnswer {
    /// What transactions do to an account.
    struct Effect {
        var assetsIn = TransactionSummary.Assets(fungible: [])
        var assetsOut = TransactionSummary.Assets(fungible: [])
        var fee: FungibleAsset?
        var remaining: [FungibleAsset] = []

        /// Nothing, as far as is known.
        init() {}

        /// What one would do.
        init(_ summary: TransactionSummary) {
            assetsIn = summary.assetsIn
            assetsOut = summary.assetsOut
            fee = summary.fee
            remaining = summary.remaining
        }

        /// What some did together, with what the account holds now.
        init(_ records: [TransactionRecord], held: AccountBalance?) {
            assetsIn = Self.together(records.map(\.assetsIn))
            assetsOut = Self.together(records.map(\.assetsOut))
            fee = records.compactMap(\.fee).totals.first
            let concerned = Set((assetsIn.fungible + assetsOut.fungible + [fee].compactMap { $0 }).map(\.faucetId))
            remaining = held?.fungibleAssets.filter { concerned.contains($0.faucetId) } ?? []
        }

        private static func together(_ all: [TransactionSummary.Assets]) -> TransactionSummary.Assets {
            TransactionSummary.Assets(
                fungible: all.flatMap(\.fungible).totals,
                nonFungible: all.flatMap(\.nonFungible)
            )
        }
    }
}
