extension Transaction: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, accountId
    }

    /// Reads a transaction.
    ///
    /// - Parameter decoder: A decoder at an object that has the members of a ``State`` too.
    /// - Throws: `DecodingError` if there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(TransactionID.self, forKey: .id),
            accountId: try container.decode(AccountID.self, forKey: .accountId),
            state: try State(from: decoder)
        )
    }

    /// Writes the transaction, with the members of its ``State`` in the same object.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(accountId, forKey: .accountId)
        try state.encode(to: encoder)
    }
}

extension Transaction.State: Codable {
    private enum CodingKeys: String, CodingKey {
        case state, blockNumber, discardReason
    }

    private enum Name: String, Codable {
        case pending, committed, discarded
    }

    /// Reads what has become of a transaction.
    ///
    /// - Parameter decoder: A decoder at an object with `state`, and with `blockNumber` or `discardReason` if the state has one.
    /// - Throws: `DecodingError` if there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Name.self, forKey: .state) {
        case .pending:
            self = .pending
        case .committed:
            self = .committed(block: try container.decode(UInt32.self, forKey: .blockNumber))
        case .discarded:
            self = .discarded(reason: try container.decode(Transaction.DiscardReason.self, forKey: .discardReason))
        }
    }

    /// Writes the name of the state, with its block or reason beside it.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .pending:
            try container.encode(Name.pending, forKey: .state)
        case .committed(let block):
            try container.encode(Name.committed, forKey: .state)
            try container.encode(block, forKey: .blockNumber)
        case .discarded(let reason):
            try container.encode(Name.discarded, forKey: .state)
            try container.encode(reason, forKey: .discardReason)
        }
    }
}
