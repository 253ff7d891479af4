import ArgumentParser
import MidenSwiftClient

/// `miden-cli notes`
struct Notes: WalletInputCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the notes that were sent to the wallet's accounts, or all there were.",
        discussion: """
            Shows what the wallet knows since its last sync: the notes that came in and are not consumed. ACCOUNT is the \
            account that can consume the note now.

            With --all-states, or any option about states, directions, times, blocks and pages, the notes that came in and \
            those that were made, whatever has become of them, newest first. Where there are more than fit on a page, the \
            answer ends with the cursor for --after.

            In the form of the published client, --list has all of them, or those of a filter: expected, committed, \
            consumed, processing, or those that are consumable now. --show tells all that is known of one, also its script, \
            its serial number and what the script is given, and with --with-code the script's code as text. With --package, the \
            package of the script, what it is given is shown by its type. --fetch brings the private notes that the note \
            transport has, and --send delivers one of this wallet to it; every sync does both.

            Anybody can send a note with any script. No such script runs by itself, so the note is unverified until you name \
            it: --verify and --show run its script, and consuming it by its id does too. Each run stays within --script-cycles \
            and --script-time. --dismiss hides notes permanently; they can still be consumed by their ids.

            Example: miden-cli notes
            Example: miden-cli notes --account 0x5401ef36 --field note_id
            Example: miden-cli notes --all-states --limit 5
            Example: miden-cli notes --direction made --state committed --type private \\
                --json
            Example: miden-cli notes --list consumable
            Example: miden-cli notes --show 0x8a7c2f6b
            Example: miden-cli notes --show 0x8a7c2f6b --with-code
            Example: miden-cli notes --show 0x8a7c2f6b --package riddle.masp
            Example: miden-cli notes --send 0x8a7c2f6b mtst1ap2qrmeks90y052tv50ga95p2v9h48yj
            """
    )
    static let doing = "Reading the notes"
    static let makesWallet = false
    // On a copy, --show runs nothing.
    var onlyReads: Bool { verified.isEmpty && dismissed.isEmpty }

    /// The names of the published command.
    enum ListFilter: String, CaseIterable, ExpressibleByArgument {
        case all, expected, committed, consumed, processing, consumable

        /// The state that is meant, where one is.
        var state: NoteRecord.State? {
            switch self {
            case .all, .consumable: nil
            case .expected: .expected
            case .committed: .committed
            case .consumed: .consumed
            case .processing: .processing
            }
        }
    }

    @Flag(name: .shortAndLong, help: "All notes there were, or those of a filter, and not a page.")
    var list = false

    @Argument(help: "For --list.")
    var filter: ListFilter?

    @Option(name: .shortAndLong, help: ArgumentHelp("Tell all that is known of a note.", valueName: "note-id"))
    var show: String?

    @Flag(help: "For --show: the script's code as text, too.")
    var withCode = false

    @Option(
        help: ArgumentHelp("For --show: the package of the script, or its source.", valueName: "package"),
        completion: .file()
    )
    var package: String?

    @OptionGroup var storageType: NoteStorageTypeOption

    @Option(
        name: .customLong("send"),
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Sync, and deliver a private note of this wallet to the account it is for: the note and the account's address.",
            valueName: "note-id-and-address"
        )
    )
    var sent: [String] = []

    @Option(
        name: .customLong("verify"),
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Run the scripts of these notes, to see which accounts can consume them.",
            valueName: "note-id"
        )
    )
    var verified: [String] = []

    @Option(
        name: .customLong("dismiss"),
        parsing: .upToNextOption,
        help: ArgumentHelp("Hide notes permanently.", valueName: "note-id")
    )
    var dismissed: [String] = []

    @Flag(help: "Sync, which fetches the notes that the note transport has.")
    var fetch = false

    @Option(
        name: [.customLong("account"), .customShort("a"), .customLong("account-id")],
        help: ArgumentHelp("Only what this account can consume, has consumed or made.", valueName: "account-id")
    )
    var account: String?

    @Flag(help: "All that came in or were made, whatever has become of them, in pages.")
    var allStates = false

    @Option(help: "Only those that came in, or those that were made: received or made.")
    var direction: NoteRecord.Direction?

    @Option(help: "Only those that have come so far: expected, committed, processing, consumed, discarded or invalid.")
    var state: NoteRecord.State?

    @Option(help: "Only those that are public, or private.")
    var type: NoteType?

    @Option(help: "Only those of this kind: payment, conditional_payment, swap, partial_swap, burn or other.")
    var kind: NoteKind?

    @Option(
        help: ArgumentHelp(
            "Only those of this time or later, such as 2026-11-22 or 2026-11-22T10:00:00Z. The time of a note that a sync"
                + " brought is that of its block; of any other, when the wallet learned of it.",
            valueName: "time"
        )
    )
    var from: TimeOption?

    @Option(help: ArgumentHelp("Only those of before this time.", valueName: "time"))
    var before: TimeOption?

    @Option(help: ArgumentHelp("Only those in this block or a later one.", valueName: "block"))
    var fromBlock: UInt32?

    @Option(help: ArgumentHelp("Only those in a block before this one.", valueName: "block"))
    var beforeBlock: UInt32?

    @OptionGroup var page: PageOptions

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard
            [list, show != nil, !sent.isEmpty, fetch, !verified.isEmpty, !dismissed.isEmpty].count(where: { $0 }) <= 1
        else {
            throw ValidationError("Give one of --list, --show, --send, --fetch, --verify and --dismiss.")
        }
        guard show != nil || !withCode else {
            throw ValidationError("--with-code is for --show.")
        }
        guard show != nil || package == nil else {
            throw ValidationError("--package is for --show.")
        }
        guard package != nil || storageType.name == nil else {
            throw ValidationError("--storage-type is for --package.")
        }
        guard list || filter == nil else {
            throw ValidationError("A filter is for --list.")
        }
        if list, page.isGiven {
            throw ValidationError("--list has all of them: use it without --limit and --after.")
        }
        if filter == .consumable, choosesRecords {
            throw ValidationError("--list consumable may have an account, and nothing else.")
        }
        if filter?.state != nil, state != nil {
            throw ValidationError("Name the state with --list or with --state.")
        }
        if show != nil || !sent.isEmpty || fetch || !verified.isEmpty || !dismissed.isEmpty,
            choosesRecords || account != nil
        {
            throw ValidationError(
                "--show, --send, --fetch, --verify and --dismiss are used without what chooses notes."
            )
        }
        guard sent.isEmpty || sent.count == 2 else {
            throw ValidationError("--send wants a note and the address of the account it is for.")
        }
    }

    /// Does it, or hands it to the command that does.
    mutating func run() async throws {
        if fetch {
            var sync = Sync()
            (sync.watch, sync.every, sync.after) = (false, nil, nil)
            sync.global = global
            try await sync.run()
        } else if sent.count == 2 {
            var command = SendNote()
            (command.note, command.address) = (sent[0], sent[1])
            command.global = global
            try await command.run()
        } else {
            try await runOnce()
        }
    }

    /// Whether records of the history are chosen by what they are.
    private var choosesRecords: Bool {
        allStates || direction != nil || state != nil || type != nil || kind != nil || from != nil || before != nil
            || fromBlock != nil || beforeBlock != nil || page.isGiven
    }

    typealias Answer = NotesAnswer

    /// The package of the note's script, if it is named.
    func input(_ reader: InputReader) async throws -> NotePackage? {
        guard let package else {
            return nil
        }
        let script = try await CodeFile.package(at: package, as: .noteScript, reader)
        return try NotePackage(script, storage: storageType.name)
    }

    func answer(
        from wallet: MidenWallet,
        input package: NotePackage?,
        asking confirmation: Confirmation
    ) async throws -> Answer {
        if let show {
            return try await answer(about: NoteID(named: show, in: wallet), by: package, from: wallet)
        }
        if !verified.isEmpty {
            let notes = try await wallet.verifyNotes(NoteID.named(verified, in: wallet))
            return NotesAnswer(InputNotesResult(notes: notes), showsAccounts: true)
        }
        if !dismissed.isEmpty {
            try await wallet.dismissNotes(NoteID.named(dismissed, in: wallet))
            return NotesAnswer(try await wallet.getInputNotes(), showsAccounts: true)
        }
        let account = if let account { try await AccountID(named: account, in: wallet) } else { AccountID?.none }
        if filter == .consumable {
            let waiting = try await wallet.getInputNotes(accountId: account).consumableNotes
            return NotesAnswer(InputNotesResult(notes: waiting), showsAccounts: account == nil)
        }
        guard list || choosesRecords else {
            let result = try await wallet.getInputNotes(accountId: account)
            return NotesAnswer(result, showsAccounts: account == nil)
        }
        let query = NoteQuery(
            accountId: account,
            direction: direction,
            state: filter?.state ?? state,
            type: type,
            kind: kind,
            recordedFrom: from?.date,
            recordedBefore: before?.date,
            blockFrom: fromBlock,
            blockBefore: beforeBlock
        )
        if list {
            return NotesAnswer(NotePage(notes: try await wallet.getEveryNote(query)))
        }
        return NotesAnswer(try await wallet.getNotes(query, after: page.cursor, limit: page.count))
    }

    private func answer(
        about note: NoteID,
        by package: NotePackage?,
        from wallet: MidenWallet
    ) async throws -> NotesAnswer {
        let records = try await wallet.getRecords(of: note)
        var waiting = try await wallet.getInputNotes().notes.first { $0.id == note }
        if waiting?.unverified != nil, !wallet.configuration.isReadOnly {
            waiting = try await wallet.verifyNotes([note]).first
        }
        guard !records.isEmpty || waiting != nil else {
            throw MidenError.unknown(note)
        }
        let contents = try await contents(of: note, by: package, from: wallet)
        return NotesAnswer(records: records, waiting: waiting, contents: contents)
    }

    /// What is in a note, as far as that is known: what was asked for by name is missed where it is not.
    private func contents(
        of note: NoteID,
        by package: NotePackage?,
        from wallet: MidenWallet
    ) async throws -> NoteContentsAnswer? {
        do {
            let contents = try await wallet.getNoteContents(note, withCode: withCode)
            var answer = NoteContentsAnswer(contents, withCode: withCode)
            answer.typedStorage = try package?.storage(of: contents)
            return answer
        } catch let error as MidenError where error.kind == .noteContentsUnknown && !withCode && package == nil {
            return nil
        }
    }
}

extension MidenWallet {
    /// All notes of a query, newest first.
    func getEveryNote(_ query: NoteQuery) async throws -> [NoteRecord] {
        try await everyPage { cursor in
            let page = try await getNotes(query, after: cursor, limit: 500)
            return (page.notes, page.next)
        }
    }

    /// What the history knows of a note: two records where it is between accounts of this wallet.
    func getRecords(of note: NoteID) async throws -> [NoteRecord] {
        try await getEveryNote(NoteQuery()).filter { $0.noteId == note }
    }
}

extension MidenError {
    /// That a wallet does not have a note.
    static func unknown(_ note: NoteID) -> MidenError {
        MidenError(
            code: .noteOperation,
            kind: .unknownNote,
            message: "Note \(note) is not in this wallet. If it was sent recently, sync and try again."
        )
    }
}

extension NoteRecord.Direction: ExpressibleByArgument {}
extension NoteRecord.State: ExpressibleByArgument {}
extension NoteType: ExpressibleByArgument {}
extension NoteKind: ExpressibleByArgument {}
