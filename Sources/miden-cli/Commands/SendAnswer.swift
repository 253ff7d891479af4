import MidenSwiftClient

/// What was sent, or would be.
struct SendAnswer: CommandAnswer {
    /// One of the payments. Its names are not those of the whole, so that `--field` means one of them.
    struct Payment: AnswerPart {
        let to: AccountID
        /// Nil where there are several tokens.
        @OrNull var baseUnits: String?
        @OrNull var note: NoteID?
        /// How much, for people.
        let formatted: String

        enum CodingKeys: CodingKey, CaseIterable {
            case to, baseUnits, note
        }
    }

    /// What was so when it was sent, for people.
    struct Circumstances: Sendable {
        /// Who was to make the proof.
        let prover: MidenWallet.Prover
        /// Whether there is anybody who carries private notes.
        let hasNoteTransport: Bool
        /// Who needs nobody to carry a note there.
        let ownAccounts: Set<AccountID>
    }

    let accountId: AccountID
    /// Nil where there are several.
    @OrNull var recipientId: AccountID?
    /// All payments together. Nil where there are several tokens.
    @OrNull var asset: AssetAnswer?
    /// The amounts of several tokens, and empty where there is one.
    let assets: [AssetAnswer]
    /// The unique tokens.
    let nonFungibleAssets: [UniqueAssetAnswer]
    /// In base units of the token fees are paid in; nil where there is none.
    @OrNull var fee: String?
    @OrNull var feeFaucetId: AccountID?
    @OrNull var feeFormatted: String?
    /// What the account has left of each token.
    let left: [RemainingAnswer]
    /// Nil where there are several, and before it was sent.
    @OrNull var noteId: NoteID?
    let noteType: NoteType
    @OrNull var reclaimHeight: UInt32?
    @OrNull var timelockHeight: UInt32?
    let payments: [Payment]
    /// What may be a mistake, in a sentence each.
    let warnings: [String]
    /// Nil before it was sent.
    @OrNull var transactionId: TransactionID?
    @OrNull var chainHeight: UInt32?
    /// Who made the proof. Nil before it was made.
    @OrNull var provenBy: MidenWallet.ProvenBy?
    /// Whether it was sent before with the same reference, and nothing now. If there is no reference, the JSON has no such key.
    let isRepetition: Bool?
    /// Not in the JSON.
    private let circumstances: Circumstances

    enum CodingKeys: CodingKey, CaseIterable {
        case accountId, recipientId, asset, assets, nonFungibleAssets, fee, feeFaucetId, feeFormatted, noteId, noteType,
            reclaimHeight
        case timelockHeight, payments, warnings, transactionId, chainHeight, provenBy, left, isRepetition
    }

    static let parts: [CodingKeys: any AnswerPart.Type] = [
        .asset: AssetAnswer.self, .assets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self,
        .payments: Payment.self,
        .left: RemainingAnswer.self,
    ]

    /// What would be sent, or with `sent`, what was.
    init(
        account: AccountID,
        tokens: [FungibleAsset],
        payments: [MidenSwiftClient.Payment],
        preview: ReferencedPreview,
        sent: SentTransaction? = nil,
        warnings: [String],
        circumstances: Circumstances
    ) {
        self.circumstances = circumstances
        self.warnings = warnings
        isRepetition = preview.isRepetition
        let preview = preview.summary
        let totals = tokens.map { token in AssetAnswer(token.with(amount: payments.map(token.amount(in:)).reduce(0, +)))
        }
        accountId = account
        recipientId = payments.count == 1 ? payments[0].recipientId : nil
        asset = totals.count == 1 ? totals[0] : nil
        assets = totals.count == 1 ? [] : totals
        nonFungibleAssets = payments.flatMap(\.nonFungibleAssets).map(UniqueAssetAnswer.init)
        fee = preview.fee.map { String($0.amount) }
        feeFaucetId = preview.fee?.faucetId
        feeFormatted = preview.fee?.formatted
        left = preview.remaining.map(RemainingAnswer.init)
        noteId = payments.count == 1 ? sent?.noteIds.first : nil
        noteType = payments.first?.noteType ?? .public
        reclaimHeight = payments.first?.reclaimHeight
        timelockHeight = payments.first?.timelockHeight
        self.payments = payments.enumerated().map { index, payment in
            Payment(
                to: payment.recipientId,
                baseUnits: tokens.count > 1 ? nil : String(tokens.first?.amount(in: payment) ?? 0),
                note: sent?.noteIds[index],
                formatted: tokens.map { $0.with(amount: $0.amount(in: payment)).formatted }.joined(separator: ", ")
            )
        }
        transactionId = sent?.transactionId
        chainHeight = sent?.blockNumber
        provenBy = sent?.provenBy
    }

    var text: String {
        ([outcome] + warnings.map { "Warning: \($0)" }).joined(separator: "\n")
    }

    private var outcome: String {
        guard let transactionId else {
            return "This would send \(what).\n\(Table.facts([("account", accountId.hex)] + terms))\(list)"
        }
        let note = noteId.map { [("note", $0.hex)] } ?? []
        let prover = [provenBy].compactMap(\.self).facts(askedFor: circumstances.prover)
        let facts = [("account", accountId.hex)] + note + [("transaction", transactionId.hex)] + terms + prover
        let delivered = noteType == .public ? "" : " \(delivery)"
        return "Sent \(what).\(delivered)\(isRepetition.repetitionLine)\n\(Table.facts(facts))\(list)"
    }

    /// "1.5 MIDEN of 0x… to 0x…", or "to 2 recipients in 3 notes".
    private var what: String {
        let assets = ([asset].compactMap { $0 } + assets).listed(with: nonFungibleAssets)
        let recipients = Set(payments.map(\.to))
        let receivers = recipients.count == 1 ? payments[0].to.hex : "\(recipients.count) recipients"
        return "\(assets) to \(receivers)\(recipients.count == payments.count ? "" : " in \(payments.count) notes")"
    }

    /// How private notes come to whom they are for.
    private var delivery: String {
        let isOne = payments.count == 1
        let (notes, them, file) =
            isOne ? ("The note is private", "it", "a file") : ("The notes are private", "them", "files")
        let own = payments.filter { circumstances.ownAccounts.contains($0.to) }.count
        guard own < payments.count else {
            return "\(notes), and this wallet has \(them) already: nobody has to bring \(them) to its own accounts."
        }
        let carrier =
            circumstances.hasNoteTransport
            ? "the next syncs hand \(them) to the note transport, or `miden-cli export` writes \(them) to \(file)."
            : "there is no note transport to bring \(them). `miden-cli export` writes \(them) to \(file)."
        return "\(notes): \(carrier)"
            + (own == 0 ? "" : " What is for this wallet's own accounts it has already.")
    }

    /// What is agreed besides.
    private var terms: [(name: String, value: String)] {
        let fee = feeFormatted.map { [("fee", $0)] } ?? []
        let notes = [("type", noteType.rawValue)]
        let reclaim = reclaimHeight.map { [("can be taken back", "from block \($0) on")] } ?? []
        let timelock = timelockHeight.map { [("locked", "until block \($0)")] } ?? []
        return notes + fee + left.facts + reclaim + timelock
    }

    /// A line for each payment, where there are several.
    private var list: String {
        guard payments.count > 1 else {
            return ""
        }
        return "\n"
            + Table(
                columns: [.right("AMOUNT"), .left("TO"), .left(transactionId == nil ? "" : "NOTE")],
                rows: payments.map { [$0.formatted, $0.to.hex, $0.note?.hex ?? ""] }
            ).text
    }
}

extension FungibleAsset {
    /// How much of this token a payment carries.
    fileprivate func amount(in payment: MidenSwiftClient.Payment) -> UInt64 {
        payment.fungibleAssets.first { $0.faucetId == faucetId }?.amount ?? 0
    }
}
