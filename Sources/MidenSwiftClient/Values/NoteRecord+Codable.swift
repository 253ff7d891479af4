extension NoteRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case noteId, direction, accountId, type, kind, state, blockNumber, consumedInBlock, recordedAt, assets
        case counterparty, transactionId
    }

    /// Reads a record.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError` if there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            noteId: try container.decode(NoteID.self, forKey: .noteId),
            direction: try container.decode(Direction.self, forKey: .direction),
            accountId: try container.decodeIfPresent(AccountID.self, forKey: .accountId),
            type: try container.decode(NoteType.self, forKey: .type),
            kind: try container.decodeIfPresent(NoteKind.self, forKey: .kind),
            state: try container.decode(State.self, forKey: .state),
            blockNumber: try container.decodeIfPresent(UInt32.self, forKey: .blockNumber),
            consumedInBlock: try container.decodeIfPresent(UInt32.self, forKey: .consumedInBlock),
            recordedAt: try container.decodeTime(forKey: .recordedAt),
            assets: try container.decode(TransactionSummary.Assets.self, forKey: .assets),
            counterparty: try container.decodeIfPresent(AccountID.self, forKey: .counterparty),
            transactionId: try container.decodeIfPresent(TransactionID.self, forKey: .transactionId)
        )
    }

    /// Writes the record, with its time to the second.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(noteId, forKey: .noteId)
        try container.encode(direction, forKey: .direction)
        try container.encodeIfPresent(accountId, forKey: .accountId)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(kind, forKey: .kind)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(blockNumber, forKey: .blockNumber)
        try container.encodeIfPresent(consumedInBlock, forKey: .consumedInBlock)
        try container.encodeTime(recordedAt, forKey: .recordedAt)
        try container.encode(assets, forKey: .assets)
        try container.encodeIfPresent(counterparty, forKey: .counterparty)
        try container.encodeIfPresent(transactionId, forKey: .transactionId)
    }
}
