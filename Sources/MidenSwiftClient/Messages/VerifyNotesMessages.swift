internal import CMidenSwiftClient

/// Runs the scripts of notes.
struct VerifyNotesRequest: Request, Codable {
    typealias Reply = GetInputNotesReply

    static var operation: UInt32 { UInt32(WC_OPERATION_VERIFY_NOTES) }

    let noteIds: [NoteID]

    enum CodingKeys: String, CodingKey {
        case noteIds = "note_ids"
    }
}

/// Leaves notes out of lists from now on.
struct DismissNotesRequest: Request, Codable {
    typealias Reply = Void

    static var operation: UInt32 { UInt32(WC_OPERATION_DISMISS_NOTES) }

    let noteIds: [NoteID]

    enum CodingKeys: String, CodingKey {
        case noteIds = "note_ids"
    }
}
