import MidenSwiftClient

/// What a receipt says of one transaction of the request: the wallet's word.
public struct TransactionReceipt: Hashable, Sendable {
    /// How far it has come.
    public let status: RequestStatus
    /// Its id, nil if it was not submitted.
    public let transactionID: TransactionID?
    /// The block that includes it.
    public let blockNumber: UInt32?
    /// The notes that it was told to make.
    public let noteIDs: [NoteID]
    /// Why it was not carried out.
    public let error: ReceiptError?

    /// Describes what has become of a transaction.
    ///
    /// - Parameters:
    ///   - status: How far it has come.
    ///   - transactionID: Its id, nil if it was not submitted.
    ///   - blockNumber: The block that includes it.
    ///   - noteIDs: The notes that it was told to make.
    ///   - error: Why it was not carried out.
    public init(
        status: RequestStatus,
        transactionID: TransactionID? = nil,
        blockNumber: UInt32? = nil,
        noteIDs: [NoteID] = [],
        error: ReceiptError? = nil
    ) {
        self.status = status
        self.transactionID = transactionID
        self.blockNumber = blockNumber
        self.noteIDs = noteIDs
        self.error = error
    }
}

extension TransactionReceipt: Codable {
    private enum CodingKeys: String, CodingKey {
        case status, blockNumber, error
        case transactionID = "txHash"
        case noteIDs = "noteIds"
    }

    /// Reads what ``encode(to:)`` writes.
    ///
    /// - Parameter decoder: A decoder at an object.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        status = try members.decode(RequestStatus.self, forKey: .status)
        transactionID = try members.decodeIfPresent(TransactionID.self, forKey: .transactionID)
        blockNumber = try members.decodeIfPresent(UInt32.self, forKey: .blockNumber)
        noteIDs = try members.decodeIfPresent([NoteID].self, forKey: .noteIDs) ?? []
        error = try members.decodeIfPresent(ReceiptError.self, forKey: .error)
    }

    /// Writes the members of a receipt text: `status`, `txHash`, `blockNumber`, `noteIds` and `error`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(status, forKey: .status)
        try members.encodeIfPresent(transactionID, forKey: .transactionID)
        try members.encodeIfPresent(blockNumber, forKey: .blockNumber)
        if !noteIDs.isEmpty { try members.encode(noteIDs, forKey: .noteIDs) }
        try members.encodeIfPresent(error, forKey: .error)
    }
}
