internal import CMidenSwiftClient
import Foundation

/// Takes in an account with its key from an account file.
struct ImportAccountRequest: Request, Codable {
    typealias Reply = AccountIDReply

    static var operation: UInt32 { UInt32(WC_OPERATION_IMPORT_ACCOUNT) }

    let file: Data

    init(file: [UInt8]) {
        self.file = Data(file)
    }
}

/// Asks for an account with its key as an account file.
struct ExportAccountRequest: Request, Codable {
    typealias Reply = FileReply

    static var operation: UInt32 { UInt32(WC_OPERATION_EXPORT_ACCOUNT) }

    let accountId: AccountID

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
    }
}

/// Asks for a note as a note file.
struct ExportNoteRequest: Request, Codable {
    typealias Reply = FileReply

    static var operation: UInt32 { UInt32(WC_OPERATION_EXPORT_NOTE) }

    let noteId: NoteID
    let content: NoteFileContent

    enum CodingKeys: String, CodingKey {
        case noteId = "note_id"
        case content
    }
}

/// A file's content.
struct FileReply: Codable, Sendable {
    let file: Data
}

/// Takes in a note from a note file.
struct ImportNoteRequest: Request, Codable {
    typealias Reply = ImportNoteReply

    static var operation: UInt32 { UInt32(WC_OPERATION_IMPORT_NOTE) }

    let file: Data

    init(file: [UInt8]) {
        self.file = Data(file)
    }
}

struct ImportNoteReply: Codable, Sendable {
    let noteId: NoteID?
    let isConsumed: Bool

    enum CodingKeys: String, CodingKey {
        case noteId = "note_id"
        case isConsumed = "is_consumed"
    }
}
