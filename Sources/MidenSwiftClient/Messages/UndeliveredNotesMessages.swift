internal import CMidenSwiftClient

/// Asks for the private notes that are still to be delivered.
struct GetUndeliveredNotesRequest: BareRequest {
    typealias Reply = UndeliveredNotesReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_UNDELIVERED_NOTES) }
}

struct UndeliveredNotesReply: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let noteId: NoteID
        let receiverId: AccountID
        let isCommitted: Bool

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case receiverId = "receiver_id"
            case isCommitted = "is_committed"
        }
    }

    let notes: [Entry]
}

extension UndeliveredNote {
    init(_ entry: UndeliveredNotesReply.Entry) {
        self.init(noteId: entry.noteId, receiverId: entry.receiverId, isCommitted: entry.isCommitted)
    }
}
