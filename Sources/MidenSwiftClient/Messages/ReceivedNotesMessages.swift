internal import CMidenSwiftClient

/// Asks for the notes that came in for an account.
struct GetReceivedNotesRequest: Request, Codable {
    typealias Reply = GetReceivedNotesReply

    enum Filter: String, Codable, Sendable {
        case all, consumed, committed, expected, processing, unverified, notes, nullifiers
    }

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_RECEIVED_NOTES) }

    let accountId: AccountID
    let filter: Filter
    /// Ids of notes, or nullifiers, for the filters that have some.
    let ids: [String]?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case filter, ids
    }

    init(accountId: AccountID, query: ReceivedNote.Query) {
        self.accountId = accountId
        (filter, ids) =
            switch query {
            case .all: (.all, nil)
            case .consumed: (.consumed, nil)
            case .committed: (.committed, nil)
            case .expected: (.expected, nil)
            case .processing: (.processing, nil)
            case .unverified: (.unverified, nil)
            case .notes(let notes): (.notes, notes.map(\.hex))
            case .nullifiers(let nullifiers): (.nullifiers, nullifiers)
            }
    }
}

/// The notes.
struct GetReceivedNotesReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let noteId: NoteID
        let sender: AccountID?
        let noteType: NoteType?
        let assets: AssetsMessage
        let nullifier: String
        let state: ReceivedNote.State

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case sender
            case noteType = "note_type"
            case assets, nullifier, state
        }
    }

    let notes: [Entry]
}

extension ReceivedNote {
    init(_ entry: GetReceivedNotesReply.Entry) {
        self.init(
            id: entry.noteId,
            sender: entry.sender,
            type: entry.noteType,
            assets: TransactionSummary.Assets(entry.assets),
            nullifier: entry.nullifier,
            state: entry.state
        )
    }
}
