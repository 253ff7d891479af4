/// A transaction with code of one's own: a script, calls or notes to make, and notes to consume.
///
/// ```swift
/// let increment = try counter.procedure("increment_count")
/// try await wallet.execute(CustomTransaction(script: .call(increment.root)), accountId: account)
/// ```
///
/// An empty one deploys a new account: its first transaction makes the account known to the chain. Of another account it is
/// refused.
public struct CustomTransaction: Hashable, Sendable {
    /// A note to be consumed.
    public struct Note: Hashable, Sendable {
        /// The note.
        public var noteId: NoteID
        /// What its script is given.
        public var argument: Word?

        /// Makes one.
        ///
        /// - Parameters:
        ///   - noteId: The note.
        ///   - argument: What its script is given.
        public init(_ noteId: NoteID, argument: Word? = nil) {
            self.noteId = noteId
            self.argument = argument
        }
    }

    /// What is run.
    public var script: Script?
    /// What is on top of the stack when a compiled script begins.
    public var scriptArgument: Word?
    /// Entries of the advice map, which code reads besides the stack.
    public var advice: [AdviceEntry]
    /// Accounts the script reads besides its own. Public ones need not be named, but are fetched in one go if they are;
    /// private ones have to be accounts of the same wallet.
    public var foreignAccounts: [AccountID]
    /// Notes that are consumed, before the script runs.
    public var notes: [Note]
    /// Notes that are made. Not together with a script, which makes its own.
    public var createdNotes: [CustomNote]

    /// Makes a transaction.
    ///
    /// - Parameters:
    ///   - script: What is run.
    ///   - scriptArgument: What is on top of the stack when a compiled script begins.
    ///   - advice: Entries of the advice map.
    ///   - foreignAccounts: Accounts the script reads besides its own.
    ///   - notes: Notes that are consumed.
    ///   - createdNotes: Notes that are made.
    public init(
        script: Script? = nil,
        scriptArgument: Word? = nil,
        advice: [AdviceEntry] = [],
        foreignAccounts: [AccountID] = [],
        notes: [Note] = [],
        createdNotes: [CustomNote] = []
    ) {
        self.script = script
        self.scriptArgument = scriptArgument
        self.advice = advice
        self.foreignAccounts = foreignAccounts
        self.notes = notes
        self.createdNotes = createdNotes
    }
}

/// What is run, in a transaction or by ``MidenWallet/run(_:accountId:scriptArgument:advice:foreignAccounts:timeout:)``.
public enum Script: Hashable, Sendable {
    /// A compiled transaction script.
    case package(MidenPackage)
    /// Calls of procedures, one after the other, at most 32. Each sees what those before it have changed, and if one fails,
    /// none has changed anything. A run that makes no transaction leaves what the last call has left on the stack.
    case calls([ProcedureCall])

    /// The call of one procedure by its root.
    ///
    /// - Parameters:
    ///   - procedure: The root of the procedure.
    ///   - arguments: What is on the stack when it begins, the top first, at most 16; the rest is zeros.
    ///   - accountId: The account that has it; nil means the one that runs the script. A procedure of another account can read its
    ///     account and not change it.
    /// - Returns: The script.
    public static func call(_ procedure: Word, arguments: [Felt] = [], of accountId: AccountID? = nil) -> Script {
        .calls([ProcedureCall(procedure, arguments: arguments, of: accountId)])
    }
}

/// The call of a procedure by its root.
public struct ProcedureCall: Hashable, Sendable {
    /// The root of the procedure.
    public var procedure: Word
    /// What is on the stack when it begins, the top first, at most 16; the rest is zeros.
    public var arguments: [Felt]
    /// The account that has it; nil means the one that runs the script. A procedure of another account can read its account and
    /// not change it. It has to be public or an account of the same wallet.
    public var accountId: AccountID?

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - procedure: The root of the procedure.
    ///   - arguments: What is on the stack when it begins, the top first.
    ///   - accountId: The account that has it; nil means the one that runs the script.
    public init(_ procedure: Word, arguments: [Felt] = [], of accountId: AccountID? = nil) {
        self.procedure = procedure
        self.arguments = arguments
        self.accountId = accountId
    }
}

/// An entry of the advice map.
public struct AdviceEntry: Hashable, Sendable, Codable {
    /// The key.
    public var key: Word
    /// What is under it.
    public var values: [Felt]

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - values: What is under it.
    public init(key: Word, values: [Felt]) {
        self.key = key
        self.values = values
    }

    /// Makes an entry under the hash of its elements: code that is given ``key`` finds them and can check that they are the
    /// ones that were hashed. Needs no wallet and no network, and does not wait.
    ///
    /// - Parameter values: The elements; those of a value: ``ContractValue/felts(of:)`` or ``FeltCodable/felts()``.
    /// - Throws: As ``Word/init(hashing:)``.
    public init(hashing values: [Felt]) throws {
        self.init(key: try Word(hashing: values), values: values)
    }

    /// Reads a file of entries, as the published `miden-client` does: a TOML array `inputs` of tables with a `key` in hex and
    /// `values`, which are numbers in quotes. Needs no wallet and no network, and does not wait.
    ///
    /// - Parameter text: The content of the file.
    /// - Returns: The entries.
    /// - Throws: ``MidenError/Code/invalidParameter`` where it cannot be read.
    public static func entries(toml text: String) throws -> [AdviceEntry] {
        try ParseAdviceRequest(text: text).result().entries
    }
}

/// A note with a script of one's own.
public struct CustomNote: Hashable, Sendable {
    /// Its compiled script.
    public var script: MidenPackage
    /// What its script finds in the note's storage, at most 1024 elements.
    public var storage: [Felt]
    /// The account that is told of it by its next sync, if it could consume it without an argument; nil means nobody in
    /// particular. Who can consume it is for the script to say.
    public var recipientId: AccountID?
    /// What it carries. Amounts are in base units; symbols and decimals do not matter here.
    public var fungibleAssets: [FungibleAsset]
    /// Who can read it. The note transport does not deliver private notes with a script of one's own: hand them over as
    /// files (`exportNote`).
    public var noteType: NoteType

    /// Makes a note.
    ///
    /// - Parameters:
    ///   - script: Its compiled script.
    ///   - storage: What its script finds in its storage.
    ///   - recipientId: The account that is told of it.
    ///   - fungibleAssets: What it carries.
    ///   - noteType: Who can read it.
    public init(
        script: MidenPackage,
        storage: [Felt] = [],
        for recipientId: AccountID? = nil,
        fungibleAssets: [FungibleAsset] = [],
        noteType: NoteType = .public
    ) {
        self.script = script
        self.storage = storage
        self.recipientId = recipientId
        self.fungibleAssets = fungibleAssets
        self.noteType = noteType
    }
}

/// What has become of a note for an account that the network drives itself.
public struct NetworkNoteStatus: Hashable, Sendable {
    /// How far it has come.
    public enum Status: String, Hashable, Sendable, Codable {
        /// It waits, perhaps for another attempt.
        case pending
        /// A transaction that consumes it is on its way.
        case processing
        /// It has failed too often and is not tried again.
        case discarded
        /// It is consumed.
        case consumed
    }

    /// How far it has come.
    public let status: Status
    /// How often it was tried.
    public let attempts: UInt32
    /// At which block it was tried last.
    public let lastAttemptBlock: UInt32?
    /// What went wrong then.
    public let lastError: String?

    /// Makes a status. The library does this itself; the initializer is public for tests and previews.
    ///
    /// - Parameters:
    ///   - status: How far it has come.
    ///   - attempts: How often it was tried.
    ///   - lastAttemptBlock: At which block it was tried last.
    ///   - lastError: What went wrong then.
    public init(status: Status, attempts: UInt32, lastAttemptBlock: UInt32? = nil, lastError: String? = nil) {
        self.status = status
        self.attempts = attempts
        self.lastAttemptBlock = lastAttemptBlock
        self.lastError = lastError
    }
}
