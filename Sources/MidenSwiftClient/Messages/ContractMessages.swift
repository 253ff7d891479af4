internal import CMidenSwiftClient
import Foundation

/// Makes an account of components.
struct CreateAccountRequest: Request, Codable {
    typealias Reply = AccountIDReply

    static var operation: UInt32 { UInt32(WC_OPERATION_CREATE_ACCOUNT) }

    struct Slot: Codable, Sendable {
        let name: String
        var value: Word?
        var entries: [StorageSlot.MapEntry]?

        init(_ slot: InitialStorageSlot) {
            name = slot.name
            switch slot.content {
            case .value(let word): value = word
            case .map(let entries): self.entries = entries
            }
        }
    }

    let components: [Data]
    let basicWallet: Bool
    let slots: [Slot]?
    let initialStorage: String?
    let seed: Data?
    let publicKey: Data?
    let scheme: SignatureScheme
    let visibility: AccountVisibility

    enum CodingKeys: String, CodingKey {
        case components, slots, seed, scheme, visibility
        case basicWallet = "basic_wallet"
        case initialStorage = "initial_storage"
        case publicKey = "public_key"
    }

    init(
        components: [Data],
        basicWallet: Bool,
        storage: [InitialStorageSlot],
        initialStorage: String?,
        seed: [UInt8]?,
        publicKey: Data? = nil,
        scheme: SignatureScheme,
        visibility: AccountVisibility
    ) {
        self.components = components
        self.basicWallet = basicWallet
        slots = storage.isEmpty ? nil : storage.map(Slot.init)
        self.initialStorage = initialStorage
        self.seed = seed.map { Data($0) }
        self.publicKey = publicKey
        self.scheme = scheme
        self.visibility = visibility
    }
}

/// What is run: one of them is there.
struct ScriptMessage: Codable, Sendable {
    struct Call: Codable, Sendable {
        let foreignAccountId: AccountID?
        let procedure: Word
        let arguments: [Felt]

        enum CodingKeys: String, CodingKey {
            case procedure, arguments
            case foreignAccountId = "foreign_account_id"
        }

        init(_ call: ProcedureCall) {
            foreignAccountId = call.accountId
            procedure = call.procedure
            arguments = call.arguments
        }
    }

    var package: Data?
    var calls: [Call]?

    init(package: Data) {
        self.package = package
    }

    init(_ script: Script) {
        switch script {
        case .package(let package): self.package = package.file
        case .calls(let calls): self.calls = calls.map(Call.init)
        }
    }
}

/// A transaction with code of one's own.
struct CustomTransactionMessage: Codable, Sendable {
    struct Note: Codable, Sendable {
        let noteId: NoteID
        let argument: Word?

        enum CodingKeys: String, CodingKey {
            case argument
            case noteId = "note_id"
        }
    }

    struct CreatedNote: Codable, Sendable {
        struct Amount: Codable, Sendable {
            let faucetId: AccountID
            let amount: UInt64

            enum CodingKeys: String, CodingKey {
                case amount
                case faucetId = "faucet_id"
            }
        }

        let script: Data
        let storage: [Felt]
        let recipientId: AccountID?
        let fungibleAssets: [Amount]?
        let noteType: NoteType

        enum CodingKeys: String, CodingKey {
            case script, storage
            case recipientId = "recipient_id"
            case fungibleAssets = "fungible_assets"
            case noteType = "note_type"
        }

        init(_ note: CustomNote) {
            script = note.script.file
            storage = note.storage
            recipientId = note.recipientId
            let assets = note.fungibleAssets.map { Amount(faucetId: $0.faucetId, amount: $0.amount) }
            fungibleAssets = assets.isEmpty ? nil : assets
            noteType = note.noteType
        }
    }

    let script: ScriptMessage?
    let scriptArgument: Word?
    let advice: [AdviceEntry]?
    let foreignAccountIds: [AccountID]?
    let notes: [Note]?
    let createdNotes: [CreatedNote]?

    enum CodingKeys: String, CodingKey {
        case script, advice, notes
        case scriptArgument = "script_argument"
        case foreignAccountIds = "foreign_account_ids"
        case createdNotes = "created_notes"
    }

    init(_ transaction: CustomTransaction) {
        script = transaction.script.map(ScriptMessage.init)
        scriptArgument = transaction.scriptArgument
        advice = transaction.advice.isEmpty ? nil : transaction.advice
        foreignAccountIds = transaction.foreignAccounts.isEmpty ? nil : transaction.foreignAccounts
        let consumed = transaction.notes.map { Note(noteId: $0.noteId, argument: $0.argument) }
        notes = consumed.isEmpty ? nil : consumed
        let created = transaction.createdNotes.map(CreatedNote.init)
        createdNotes = created.isEmpty ? nil : created
    }
}

/// Runs a script without changing anything.
struct RunProgramRequest: Request, Codable {
    typealias Reply = RunProgramReply

    static var operation: UInt32 { UInt32(WC_OPERATION_RUN_PROGRAM) }

    let accountId: AccountID?
    let script: ScriptMessage
    let scriptArgument: Word?
    let advice: [AdviceEntry]?
    let foreignAccountIds: [AccountID]?

    enum CodingKeys: String, CodingKey {
        case script, advice
        case accountId = "account_id"
        case scriptArgument = "script_argument"
        case foreignAccountIds = "foreign_account_ids"
    }

    init(
        accountId: AccountID?,
        script: Script,
        scriptArgument: Word? = nil,
        advice: [AdviceEntry],
        foreignAccounts: [AccountID]
    ) {
        self.accountId = accountId
        self.script = ScriptMessage(script)
        self.scriptArgument = scriptArgument
        self.advice = advice.isEmpty ? nil : advice
        foreignAccountIds = foreignAccounts.isEmpty ? nil : foreignAccounts
    }
}

struct RunProgramReply: Codable, Sendable {
    let stack: [Felt]
}

/// Asks what is in an account's storage.
struct GetStorageRequest: Request, Codable {
    typealias Reply = GetStorageReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_STORAGE) }

    /// One of them is there.
    struct Slot: Codable, Sendable {
        var name: String?
        var index: UInt8?
    }

    let accountId: AccountID
    let slot: Slot?
    let key: Word?

    enum CodingKeys: String, CodingKey {
        case slot, key
        case accountId = "account_id"
    }

    init(accountId: AccountID, slot: StorageSlot.Query?, key: Word?) {
        self.accountId = accountId
        self.slot =
            switch slot {
            case .name(let name): Slot(name: name)
            case .index(let index): Slot(index: index)
            case nil: nil
            }
        self.key = key
    }
}

struct GetStorageReply: Codable, Sendable {
    struct Slot: Codable, Sendable {
        let index: UInt8
        let name: String
        let isMap: Bool
        let value: Word
        let entries: [StorageSlot.MapEntry]?

        enum CodingKeys: String, CodingKey {
            case index, name, value, entries
            case isMap = "is_map"
        }
    }

    let accountId: AccountID
    let isOwn: Bool
    let blockNumber: UInt32
    let slots: [Slot]

    enum CodingKeys: String, CodingKey {
        case slots
        case accountId = "account_id"
        case isOwn = "is_own"
        case blockNumber = "block_number"
    }
}

extension AccountStorage {
    init(_ reply: GetStorageReply) {
        self.init(
            accountId: reply.accountId,
            isOwn: reply.isOwn,
            blockNumber: reply.blockNumber,
            slots: reply.slots.map { slot in
                StorageSlot(
                    index: slot.index,
                    name: slot.name,
                    content: slot.isMap ? .map(root: slot.value, entries: slot.entries) : .value(slot.value)
                )
            }
        )
    }
}

/// Asks what has become of a note for a network account.
struct GetNetworkNoteRequest: Request, Codable {
    typealias Reply = GetNetworkNoteReply

    static var operation: UInt32 { UInt32(WC_OPERATION_GET_NETWORK_NOTE) }

    let noteId: NoteID

    enum CodingKeys: String, CodingKey {
        case noteId = "note_id"
    }
}

struct GetNetworkNoteReply: Codable, Sendable {
    let status: NetworkNoteStatus.Status
    let attempts: UInt32
    let lastAttemptBlock: UInt32?
    let lastError: String?

    enum CodingKeys: String, CodingKey {
        case status, attempts
        case lastAttemptBlock = "last_attempt_block"
        case lastError = "last_error"
    }
}

extension NetworkNoteStatus {
    init(_ reply: GetNetworkNoteReply) {
        self.init(
            status: reply.status,
            attempts: reply.attempts,
            lastAttemptBlock: reply.lastAttemptBlock,
            lastError: reply.lastError
        )
    }
}
