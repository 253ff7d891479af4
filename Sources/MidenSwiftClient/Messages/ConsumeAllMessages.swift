internal import CMidenSwiftClient

/// Takes what as many notes carry into an account as fit in one transaction.
struct ConsumeAllRequest: Request, Codable {
    typealias Reply = ConsumeAllReply

    static var operation: UInt32 { UInt32(WC_OPERATION_CONSUME_ALL) }
    static var isTransaction: Bool { true }

    let accountId: AccountID
    /// Notes to leave alone; left out where there are none.
    let except: [NoteID]?
    /// How many notes may be consumed.
    let maximumNotes: Int
    let maximumFee: UInt64?
    let prover: ConfigurationMessage.Prover?
    let reference: String?

    enum CodingKeys: String, CodingKey {
        case accountId = "account_id"
        case except
        case maximumNotes = "maximum_notes"
        case maximumFee = "maximum_fee"
        case prover, reference
    }

    init(
        accountId: AccountID,
        except: [NoteID],
        maximumNotes: Int,
        maximumFee: Amount?,
        prover: MidenWallet.Prover? = nil,
        reference: String? = nil
    ) {
        self.accountId = accountId
        self.except = except.isEmpty ? nil : except
        self.maximumNotes = maximumNotes
        self.maximumFee = maximumFee?.baseUnits
        self.prover = prover.map(ConfigurationMessage.Prover.init)
        self.reference = reference
    }
}

/// What came of one transaction of them.
struct ConsumeAllReply: Codable, Sendable {
    struct Failure: Codable, Sendable {
        let noteId: NoteID
        let error: ErrorMessage

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case error
        }
    }

    /// A transaction that was made before.
    struct Earlier: Codable, Sendable {
        let transactionId: TransactionID
        let blockNumber: UInt32
        let provenBy: MidenWallet.ProvenBy
        let consumedNoteIds: [NoteID]

        enum CodingKeys: String, CodingKey {
            case transactionId = "transaction_id"
            case blockNumber = "block_number"
            case provenBy = "proven_by"
            case consumedNoteIds = "consumed_note_ids"
        }
    }

    struct LeftOut: Codable, Sendable {
        let noteId: NoteID
        let reason: InputNote.LeftOutReason

        enum CodingKeys: String, CodingKey {
            case noteId = "note_id"
            case reason
        }
    }

    /// What was made before with the same reference, oldest first. Nil where there is nothing.
    let earlier: [Earlier]?
    /// Nil where there was nothing to consume.
    let transactionId: TransactionID?
    let blockNumber: UInt32?
    let provenBy: MidenWallet.ProvenBy?
    let consumedNoteIds: [NoteID]
    let failures: [Failure]
    /// Notes for the next transaction.
    let remainingNoteIds: [NoteID]
    let leftOut: [LeftOut]

    enum CodingKeys: String, CodingKey {
        case earlier
        case transactionId = "transaction_id"
        case blockNumber = "block_number"
        case provenBy = "proven_by"
        case consumedNoteIds = "consumed_note_ids"
        case failures
        case remainingNoteIds = "remaining_note_ids"
        case leftOut = "left_out"
    }
}

extension ConsumedNotes.Failure {
    init(_ failure: ConsumeAllReply.Failure) {
        self.init(noteId: failure.noteId, error: MidenError(failure.error))
    }
}

extension ConsumedNotes.LeftOut {
    init(_ note: ConsumeAllReply.LeftOut) {
        self.init(noteId: note.noteId, reason: note.reason)
    }
}
