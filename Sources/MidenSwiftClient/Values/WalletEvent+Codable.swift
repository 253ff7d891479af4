extension WalletEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case cursor, recordedAt
    }

    /// Reads an event.
    ///
    /// - Parameter decoder: A decoder at an object that has the members of a ``Kind`` too.
    /// - Throws: `DecodingError` if there is none, or it is of a kind that this version does not know.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            cursor: try container.decode(EventCursor.self, forKey: .cursor),
            recordedAt: try container.decodeTime(forKey: .recordedAt),
            kind: try Kind(from: decoder)
        )
    }

    /// Writes the event, with the members of its kind in the same object and its time to the second.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cursor, forKey: .cursor)
        try container.encodeTime(recordedAt, forKey: .recordedAt)
        try kind.encode(to: encoder)
    }
}

extension WalletEvent.Kind: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, blockNumber, noteId, transactionId, accountId, discardReason
    }

    private enum Name: String, Codable {
        case synced
        case noteArrived = "note_arrived"
        case noteConsumed = "note_consumed"
        case transactionCommitted = "transaction_committed"
        case transactionDiscarded = "transaction_discarded"
        case accountLocked = "account_locked"
    }

    /// Reads what has happened.
    ///
    /// - Parameter decoder: A decoder at an object with `kind`, and with what it is about beside it.
    /// - Throws: `DecodingError` if there is none, or it is of a kind that this version does not know.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let block = { try container.decode(UInt32.self, forKey: .blockNumber) }
        let note = { try container.decode(NoteID.self, forKey: .noteId) }
        let transaction = { try container.decode(TransactionID.self, forKey: .transactionId) }
        let account = { try container.decode(AccountID.self, forKey: .accountId) }
        switch try container.decode(Name.self, forKey: .kind) {
        case .synced:
            self = .synced(block: try block())
        case .noteArrived:
            self = .noteArrived(try note())
        case .noteConsumed:
            self = .noteConsumed(try note())
        case .transactionCommitted:
            self = .transactionCommitted(try transaction(), accountId: try account(), block: try block())
        case .transactionDiscarded:
            let reason = try container.decode(Transaction.DiscardReason.self, forKey: .discardReason)
            self = .transactionDiscarded(try transaction(), accountId: try account(), reason: reason)
        case .accountLocked:
            self = .accountLocked(try account())
        }
    }

    /// Writes the name of the kind, with what it is about beside it.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .kind)
        switch self {
        case .synced(let block):
            try container.encode(block, forKey: .blockNumber)
        case .noteArrived(let note), .noteConsumed(let note):
            try container.encode(note, forKey: .noteId)
        case .transactionCommitted(let transaction, let account, let block):
            try container.encode(transaction, forKey: .transactionId)
            try container.encode(account, forKey: .accountId)
            try container.encode(block, forKey: .blockNumber)
        case .transactionDiscarded(let transaction, let account, let reason):
            try container.encode(transaction, forKey: .transactionId)
            try container.encode(account, forKey: .accountId)
            try container.encode(reason, forKey: .discardReason)
        case .accountLocked(let account):
            try container.encode(account, forKey: .accountId)
        }
    }

    private var name: Name {
        switch self {
        case .synced: .synced
        case .noteArrived: .noteArrived
        case .noteConsumed: .noteConsumed
        case .transactionCommitted: .transactionCommitted
        case .transactionDiscarded: .transactionDiscarded
        case .accountLocked: .accountLocked
        }
    }
}
