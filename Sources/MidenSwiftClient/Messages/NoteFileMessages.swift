internal import CMidenSwiftClient
import Foundation

/// Asks what a note file says of its note. No wallet is needed for it.
struct DescribeNoteFileRequest: Computation, Codable {
    typealias Reply = DescribeNoteFileReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_DESCRIBE_NOTE_FILE) }

    let file: Data
}

struct DescribeNoteFileReply: Codable, Sendable {
    let noteId: NoteID?
    let sender: AccountID?
    let noteType: NoteType?
    let assets: AssetsMessage?
    let isPayment: Bool?

    enum CodingKeys: String, CodingKey {
        case noteId = "note_id"
        case sender
        case noteType = "note_type"
        case assets
        case isPayment = "is_payment"
    }
}
