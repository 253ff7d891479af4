internal import CMidenSwiftClient
import Foundation

/// Asks what is in a note besides its assets.
struct GetNoteContentsRequest: Request, Codable {
    typealias Reply = GetNoteContentsReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_NOTE_CONTENTS) }

    let noteId: NoteID
    let withCode: Bool?

    enum CodingKeys: String, CodingKey {
        case noteId = "note_id"
        case withCode = "with_code"
    }

    init(noteId: NoteID, withCode: Bool) {
        self.noteId = noteId
        self.withCode = withCode ? true : nil
    }
}

struct GetNoteContentsReply: Codable, Sendable {
    let noteId: NoteID
    let scriptRoot: Word
    let scriptName: String?
    let serialNumber: Word
    let storage: [Felt]
    let code: String?

    enum CodingKeys: String, CodingKey {
        case storage, code
        case noteId = "note_id"
        case scriptRoot = "script_root"
        case scriptName = "script_name"
        case serialNumber = "serial_number"
    }
}

extension NoteContents {
    init(_ reply: GetNoteContentsReply) {
        self.init(
            noteId: reply.noteId,
            scriptRoot: reply.scriptRoot,
            scriptName: reply.scriptName,
            serialNumber: reply.serialNumber,
            storage: reply.storage,
            code: reply.code
        )
    }
}

/// Asks what an account lets others call.
struct GetProceduresRequest: Request, Codable {
    typealias Reply = GetProceduresReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_PROCEDURES) }

    let accountId: AccountID
    let packages: [Data]?
    let withCode: Bool?

    enum CodingKeys: String, CodingKey {
        case packages
        case accountId = "account_id"
        case withCode = "with_code"
    }

    init(accountId: AccountID, packages: [Data], withCode: Bool) {
        self.accountId = accountId
        self.packages = packages.isEmpty ? nil : packages
        self.withCode = withCode ? true : nil
    }
}

struct GetProceduresReply: Codable, Sendable {
    struct Procedure: Codable, Sendable {
        let root: Word
        let isAuthentication: Bool
        let path: String?
        let package: String?
        let sameCode: [String]?
        let sameCodeLeftOut: UInt64?
        let signature: String?
        let code: String?

        enum CodingKeys: String, CodingKey {
            case root, path, package, signature, code
            case isAuthentication = "is_authentication"
            case sameCode = "same_code"
            case sameCodeLeftOut = "same_code_left_out"
        }
    }

    let accountId: AccountID
    let isOwn: Bool
    let blockNumber: UInt32
    let procedures: [Procedure]

    enum CodingKeys: String, CodingKey {
        case procedures
        case accountId = "account_id"
        case isOwn = "is_own"
        case blockNumber = "block_number"
    }
}

extension AccountProcedures {
    init(_ reply: GetProceduresReply) {
        self.init(
            accountId: reply.accountId,
            isOwn: reply.isOwn,
            blockNumber: reply.blockNumber,
            procedures: reply.procedures.map { procedure in
                AccountProcedure(
                    root: procedure.root,
                    isAuthentication: procedure.isAuthentication,
                    path: procedure.path,
                    package: procedure.package,
                    sameCode: procedure.sameCode,
                    sameCodeLeftOut: procedure.sameCodeLeftOut,
                    signature: procedure.signature,
                    code: procedure.code
                )
            }
        )
    }
}
