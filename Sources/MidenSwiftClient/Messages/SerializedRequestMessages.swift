internal import CMidenSwiftClient
import Foundation

/// Asks what can be read in a transaction request. No wallet is needed for it.
struct DescribeRequestRequest: Computation, Codable {
    typealias Reply = DescribeRequestReply

    static var number: UInt32 { UInt32(WC_COMPUTATION_DESCRIBE_REQUEST) }

    let request: Data
}

struct DescribeRequestReply: Codable, Sendable {
    struct Recipient: Codable, Sendable {
        let digest: String
        let script: String
        let accountId: AccountID?

        enum CodingKeys: String, CodingKey {
            case digest, script
            case accountId = "account_id"
        }
    }

    struct ConsumedNote: Codable, Sendable {
        let noteId: NoteID
        let script: String
        let isStandard: Bool
        let assets: TransactionSummaryMessage.Assets

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case script
            case isStandard = "is_standard"
            case assets
        }
    }

    let createdNotes: [TransactionSummaryMessage.CreatedNote]
    let recipients: [Recipient]
    let consumedNotes: [ConsumedNote]
    let script: String?
    let calls: CallsMessage?
    let foreignAccountIds: [AccountID]

    enum CodingKeys: String, CodingKey {
        case createdNotes = "created_notes"
        case recipients
        case consumedNotes = "consumed_notes"
        case script, calls
        case foreignAccountIds = "foreign_account_ids"
    }
}

extension SerializedTransactionRequest.Description {
    init(_ reply: DescribeRequestReply) {
        self.init(
            createdNotes: reply.createdNotes.map(TransactionSummary.CreatedNote.init),
            recipients: reply.recipients.map { recipient in
                SerializedTransactionRequest.Recipient(
                    digest: recipient.digest,
                    script: recipient.script,
                    accountId: recipient.accountId
                )
            },
            consumedNotes: reply.consumedNotes.map { note in
                SerializedTransactionRequest.ConsumedNote(
                    id: note.noteId,
                    script: note.script,
                    isStandard: note.isStandard,
                    assets: TransactionSummary.Assets(note.assets)
                )
            },
            script: reply.script,
            calls: TransactionSummary.Calls(reply.calls),
            foreignAccountIds: reply.foreignAccountIds
        )
    }
}
