extension TransactionRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, accountId, kind, createdAt, committedAt, assetsIn, assetsOut, fee, consumedNotes, createdNotes
        case counterparties, fromChain, reference
    }

    /// Reads a record.
    ///
    /// - Parameter decoder: A decoder at an object that has the members of a ``Transaction/State`` too.
    /// - Throws: `DecodingError` if there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(TransactionID.self, forKey: .id),
            accountId: try container.decode(AccountID.self, forKey: .accountId),
            kind: try container.decode(Kind.self, forKey: .kind),
            state: try Transaction.State(from: decoder),
            createdAt: try container.decodeTime(forKey: .createdAt),
            committedAt: try container.decodeTimeIfPresent(forKey: .committedAt),
            assetsIn: try container.decode(TransactionSummary.Assets.self, forKey: .assetsIn),
            assetsOut: try container.decode(TransactionSummary.Assets.self, forKey: .assetsOut),
            fee: try container.decodeIfPresent(FungibleAsset.self, forKey: .fee),
            consumedNotes: try container.decode([NoteID].self, forKey: .consumedNotes),
            createdNotes: try container.decode([NoteID].self, forKey: .createdNotes),
            counterparties: try container.decode([AccountID].self, forKey: .counterparties),
            fromChain: try container.decodeIfPresent(FromChain.self, forKey: .fromChain),
            reference: try container.decodeIfPresent(String.self, forKey: .reference)
        )
    }

    /// Writes the record, with the members of its ``Transaction/State`` in the same object and its times to the second.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(accountId, forKey: .accountId)
        try container.encode(kind, forKey: .kind)
        try state.encode(to: encoder)
        try container.encodeTime(createdAt, forKey: .createdAt)
        if let committedAt {
            try container.encodeTime(committedAt, forKey: .committedAt)
        }
        try container.encode(assetsIn, forKey: .assetsIn)
        try container.encode(assetsOut, forKey: .assetsOut)
        try container.encodeIfPresent(fee, forKey: .fee)
        try container.encode(consumedNotes, forKey: .consumedNotes)
        try container.encode(createdNotes, forKey: .createdNotes)
        try container.encode(counterparties, forKey: .counterparties)
        try container.encodeIfPresent(fromChain, forKey: .fromChain)
        try container.encodeIfPresent(reference, forKey: .reference)
    }
}
