extension SentTransaction: Codable {
    private enum CodingKeys: String, CodingKey {
        case transactionId, noteIds, blockNumber, provenBy, stacks
    }

    /// Reads a transaction that was made.
    ///
    /// - Parameter decoder: A decoder at an object with the elements of ``stacks`` as texts.
    /// - Throws: `DecodingError` if there is none, or a text is not an element of the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let stacks = try container.decode([[String]].self, forKey: .stacks)
        do {
            self.init(
                transactionId: try container.decode(TransactionID.self, forKey: .transactionId),
                noteIds: try container.decode([NoteID].self, forKey: .noteIds),
                blockNumber: try container.decode(UInt32.self, forKey: .blockNumber),
                provenBy: try container.decode(MidenWallet.ProvenBy.self, forKey: .provenBy),
                stacks: try stacks.map { try $0.map { try Felt($0) } }
            )
        } catch let error as MidenError {
            throw DecodingError.dataCorruptedError(
                forKey: .stacks,
                in: container,
                debugDescription: error.message
            )
        }
    }

    /// Writes the transaction, with the elements of ``stacks`` as texts, because many readers of JSON round numbers of this
    /// size.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(transactionId, forKey: .transactionId)
        try container.encode(noteIds, forKey: .noteIds)
        try container.encode(blockNumber, forKey: .blockNumber)
        try container.encode(provenBy, forKey: .provenBy)
        try container.encode(stacks.map { $0.map(\.description) }, forKey: .stacks)
    }
}
