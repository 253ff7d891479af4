import MidenSwiftClient

/// A transaction, with all that the wallet's history knows of it.
struct TransactionAnswer: CommandAnswer {
    /// What notes carry.
    struct Assets: AnswerPart {
        let fungibleAssets: [AssetAnswer]
        let nonFungibleAssets: [UniqueAssetAnswer]

        enum CodingKeys: CodingKey, CaseIterable {
            case fungibleAssets, nonFungibleAssets
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [
            .fungibleAssets: AssetAnswer.self, .nonFungibleAssets: UniqueAssetAnswer.self,
        ]

        init(_ assets: TransactionSummary.Assets) {
            fungibleAssets = assets.fungible.map(AssetAnswer.init)
            nonFungibleAssets = assets.nonFungible.map(UniqueAssetAnswer.init)
        }

        /// Each with who issues it, one after the other.
        var listed: String { fungibleAssets.listed(with: nonFungibleAssets) }
    }

    let transactionId: TransactionID
    let accountId: AccountID
    let kind: TransactionRecord.Kind
    let state: String
    @OrNull var blockNumber: UInt32?
    @OrNull var committedAt: String?
    @OrNull var discardReason: String?
    let createdAt: String
    let assetsIn: Assets
    let assetsOut: Assets
    @OrNull var fee: AssetAnswer?
    let consumedNoteIds: [NoteID]
    let createdNoteIds: [NoteID]
    let counterpartyIds: [AccountID]
    /// Whether the account made it elsewhere, so that the chain alone tells of it, and of how many of its notes it is not
    /// known then what they carry.
    let isFromChain: Bool
    let unknownConsumedNotes: Int
    let unknownCreatedNotes: Int
    /// What the caller named the request by that it was made for. If there is none, the JSON has no such key: answers of
    /// earlier versions have none.
    let reference: String?
    /// The request of another app that it was made for, and the name of its requester. If there is none, the JSON has no such
    /// keys.
    let requestId: String?
    let requesterName: String?

    enum CodingKeys: CodingKey, CaseIterable {
        case transactionId, accountId, kind, state, blockNumber, committedAt, discardReason, createdAt, assetsIn
        case assetsOut, fee, consumedNoteIds, createdNoteIds, counterpartyIds, isFromChain
        case unknownConsumedNotes, unknownCreatedNotes, reference, requestId, requesterName
    }

    // The fee may be null, which is a value; where it is an asset, its names are those of the other assets.
    static let parts: [CodingKeys: any AnswerPart.Type] = [.assetsIn: Assets.self, .assetsOut: Assets.self]

    /// What the history knows of a transaction.
    ///
    /// - Parameters:
    ///   - record: The transaction.
    ///   - requests: The requests that it may have been made for.
    init(_ record: TransactionRecord, of requests: RequestsByReference) {
        let request = record.reference.flatMap { requests[$0] }
        requestId = request?.id.text
        requesterName = request?.requester.name.shown(atMost: 64)
        transactionId = record.id
        accountId = record.accountId
        kind = record.kind
        switch record.state {
        case .pending:
            state = "pending"
        case .committed(let block):
            state = "committed"
            blockNumber = block
        case .discarded(let reason):
            state = "discarded"
            discardReason = reason.rawValue
        }
        committedAt = record.committedAt?.text
        createdAt = record.createdAt.text
        assetsIn = Assets(record.assetsIn)
        assetsOut = Assets(record.assetsOut)
        fee = record.fee.map(AssetAnswer.init)
        consumedNoteIds = record.consumedNotes
        createdNoteIds = record.createdNotes
        counterpartyIds = record.counterparties
        isFromChain = record.fromChain != nil
        unknownConsumedNotes = record.fromChain?.unknownConsumedNotes ?? 0
        unknownCreatedNotes = record.fromChain?.unknownCreatedNotes ?? 0
        reference = record.reference
    }

    var text: String {
        let facts: [(name: String, value: String)] = [
            ("transaction", transactionId.hex), ("account", accountId.hex), ("kind", kind.rawValue), ("state", said),
            ("recorded", createdAt), ("made", isFromChain ? "elsewhere: the chain tells of it" : ""),
            ("in", Self.and(assetsIn.listed, unknown: unknownConsumedNotes)),
            ("out", Self.and(assetsOut.listed, unknown: unknownCreatedNotes)),
            ("fee", fee?.formatted ?? "none"), ("made for", requestText ?? ""), ("reference", reference ?? ""),
        ]
        let lists =
            Self.facts("consumed note", consumedNoteIds.map(\.hex))
            + Self.facts("made note", createdNoteIds.map(\.hex))
            + Self.facts("other account", counterpartyIds.map(\.hex))
        return Table.facts(facts.filter { !$0.value.isEmpty } + lists)
    }

    /// The request that it was made for, for people.
    var requestText: String? {
        requestId.map { "request \($0)\(requesterName.map { " of \($0)" } ?? "")" }
    }

    /// What is known, and what is not: of private notes.
    private static func and(_ known: String, unknown: Int) -> String {
        guard let notes = unknownText(unknown) else { return known }
        return known.isEmpty ? notes : "\(known), \(notes)"
    }

    /// What to say of notes of which it is not known what they carry. Nil where there are none.
    static func unknownText(_ notes: Int) -> String? {
        guard notes > 0 else { return nil }
        return notes == 1 ? "unknown (1 note)" : "unknown (\(notes) notes)"
    }

    /// The state, for people.
    private var said: String {
        if let blockNumber {
            return "committed in block \(blockNumber)\(committedAt.map { " at \($0)" } ?? "")"
        }
        return discardReason.map { "discarded: \(Transaction.DiscardReason(rawValue: $0))" }
            ?? "pending: not in a block yet, as far as the wallet has synced"
    }

    /// A line for each, of which the first says what they are.
    private static func facts(_ name: String, _ values: [String]) -> [(name: String, value: String)] {
        values.enumerated().map { (name: $0.offset == 0 ? name : "", value: $0.element) }
    }
}

extension MidenWallet {
    /// All transactions of a query, newest first.
    ///
    /// - Parameters:
    ///   - query: Which ones.
    ///   - wanted: The one to stop at, for who looks for no others; nil where all are to be read.
    /// - Returns: The transactions, or those of the pages down to the one that is wanted.
    /// - Throws: What reading a page throws.
    func getEveryTransaction(
        _ query: TransactionQuery,
        until wanted: TransactionID? = nil
    ) async throws -> [TransactionRecord] {
        try await everyPage(until: { $0.id == wanted }) { cursor in
            let page = try await getTransactions(query, after: cursor, limit: 500)
            return (page.transactions, page.next)
        }
    }

    /// What the history knows of a transaction.
    func getRecord(of transaction: Transaction) async throws -> TransactionRecord {
        let query = TransactionQuery(accountId: transaction.accountId)
        let read = try await getEveryTransaction(query, until: transaction.id)
        guard let found = read.first(where: { $0.id == transaction.id }) else {
            throw MidenError(
                code: .lookup,
                kind: .unknownTransaction,
                message: "Transaction \(transaction.id) is not in this wallet's history."
            )
        }
        return found
    }
}
