import ArgumentParser
import MidenSwiftClient

/// `miden-cli outbox`
struct Outbox: WalletCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the private notes that the note transport has not taken yet, or try again now.",
        discussion: """
            A private note reaches its receiver by the note transport, once it is in a block: every sync delivers what is \
            there. What a transport does not take waits here, and no process that ends loses it. `miden-cli export` writes a \
            note to a file in place of that.

            With --deliver it syncs and tries now. That the transport takes nothing is an error.

            Example: miden-cli outbox
            Example: miden-cli outbox --deliver
            """
    )
    static let doing = "Reading the outbox"
    static let makesWallet = false
    var onlyReads: Bool { !deliver }

    @Flag(help: "Sync, and deliver what is in a block.")
    var deliver = false

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        struct Entry: AnswerPart {
            let noteId: NoteID
            let receiverId: AccountID
            /// Before that it cannot be delivered.
            let isCommitted: Bool

            enum CodingKeys: CodingKey, CaseIterable {
                case noteId, receiverId, isCommitted
            }

            init(_ note: UndeliveredNote) {
                noteId = note.noteId
                receiverId = note.receiverId
                isCommitted = note.isCommitted
            }

            /// A row for people.
            var row: [String] {
                [receiverId.hex, isCommitted ? "waits for the transport" : "in no block yet", noteId.hex]
            }
        }

        let waiting: [Entry]
        /// Those that were delivered now.
        let deliveredNoteIds: [NoteID]

        enum CodingKeys: CodingKey, CaseIterable {
            case waiting, deliveredNoteIds
        }

        static let parts: [CodingKeys: any AnswerPart.Type] = [.waiting: Entry.self]

        init(waiting: [UndeliveredNote], delivered: [NoteID] = []) {
            self.waiting = waiting.map(Entry.init)
            deliveredNoteIds = delivered
        }

        var text: String {
            let delivered = deliveredNoteIds.map { "Delivered note \($0)." }
            guard !waiting.isEmpty else {
                return (delivered + ["No notes wait to be delivered."]).joined(separator: "\n")
            }
            let table = Table(columns: [.left("FOR"), .left("STATE"), .left("NOTE")], rows: waiting.map(\.row))
            return (delivered + [table.text]).joined(separator: "\n")
        }
    }

    func check(_ configuration: MidenWallet.Configuration) throws {
        if deliver {
            try configuration.requireNoteTransport()
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        guard deliver else {
            return Answer(waiting: try await wallet.getUndeliveredNotes())
        }
        let delivery = try await wallet.deliver()
        let refused = delivery.waiting.filter(\.isCommitted)
        guard refused.isEmpty || !delivery.delivered.isEmpty else {
            throw delivery.failure(of: refused.map(\.noteId))
        }
        return Answer(waiting: delivery.waiting, delivered: delivery.delivered)
    }
}

/// What became of an attempt to deliver notes.
struct Delivery {
    let delivered: [NoteID]
    let waiting: [UndeliveredNote]
    /// Why the note transport could not be reached, if that is the reason.
    let unreachable: String?

    /// Why notes still wait although they are in a block.
    func failure(of notes: [NoteID]) -> MidenError {
        guard let unreachable else {
            return .undelivered(notes)
        }
        return MidenError(
            code: .nodeUnreachable,
            kind: "note_transport_unreachable",
            message: "The note transport does not answer, so \(notes.map(\.hex).joined(separator: ", ")) still waits."
                + " Every sync tries again, and `miden-cli export` writes a note to a file.",
            causes: [unreachable],
            isRetryable: true
        )
    }
}

extension MidenWallet {
    /// Syncs, which delivers what is in a block.
    ///
    /// - Returns: The notes that were delivered, and those that still wait.
    /// - Throws: What a sync throws.
    func deliver() async throws -> Delivery {
        let before = try await getUndeliveredNotes()
        let unreachable = try await sync().deliveryFailureReason
        let waiting = try await getUndeliveredNotes()
        let still = Set(waiting.map(\.noteId))
        // A note whose transaction was given up is not delivered, and waits for nothing.
        let gone = Set(try await getEveryNote(NoteQuery(direction: .made, state: .discarded)).map(\.noteId))
        return Delivery(
            delivered: before.map(\.noteId).filter { !still.contains($0) && !gone.contains($0) },
            waiting: waiting,
            unreachable: unreachable
        )
    }
}

extension MidenWallet.Configuration {
    /// Whether there is anybody to carry private notes.
    var hasNoteTransport: Bool {
        switch (noteTransport, network) {
        case (.none, _), (.ofNetwork, .local), (.ofNetwork, .custom): false
        case (.at, _), (.ofNetwork, _): true
        }
    }

    /// Refuses where there is nobody to carry private notes.
    func requireNoteTransport() throws {
        guard hasNoteTransport else {
            throw MidenError(
                code: .unsupported,
                kind: "no_note_transport",
                message: "There is no note transport to deliver notes to: name one with --note-transport or"
                    + " MIDEN_NOTE_TRANSPORT, or hand notes over as files, with `miden-cli export`."
            )
        }
    }
}

extension MidenError {
    /// That the note transport has not taken notes.
    static func undelivered(_ notes: [NoteID]) -> MidenError {
        MidenError(
            code: .noteOperation,
            kind: "note_not_delivered",
            message:
                "The note transport has not taken \(notes.map(\.hex).joined(separator: ", ")). Every sync tries again,"
                + " and `miden-cli export` writes a note to a file.",
            isRetryable: true
        )
    }
}
