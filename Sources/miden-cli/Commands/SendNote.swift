import ArgumentParser
import MidenSwiftClient

/// `miden-cli notes --send`, in the form of the published client.
struct SendNote: WalletCommand {
    static let doing = "Delivering the note"
    static let makesWallet = false

    @Argument(help: "The note.")
    var note: String

    @Argument(help: "The address of the account it is for.")
    var address: String

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let noteId: NoteID
        let receiverId: AccountID
        /// Whether there was nothing left to do, because an earlier sync has delivered it or it came in here.
        let wasDelivered: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case noteId, receiverId, wasDelivered
        }

        var text: String {
            wasDelivered
                ? "Note \(noteId) was delivered to account \(receiverId) before."
                : "Delivered note \(noteId) for account \(receiverId)."
        }
    }

    func check(_ configuration: MidenWallet.Configuration) throws {
        try configuration.requireNoteTransport()
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let note = try await NoteID(named: note, in: wallet)
        let receiver = try await AccountID(named: address, in: wallet)
        try Self.require(try await wallet.getRecords(of: note), of: note, for: receiver)
        let delivery = try await wallet.deliver()
        if let still = delivery.waiting.first(where: { $0.noteId == note }) {
            throw still.isCommitted
                ? delivery.failure(of: [note])
                : Self.undeliverable(note, "it is in no block yet: sync and try again", isRetryable: true)
        }
        // The sync may have told that it will never be in a block.
        try Self.require(try await wallet.getRecords(of: note), of: note, for: receiver)
        return Answer(noteId: note, receiverId: receiver, wasDelivered: !delivery.delivered.contains(note))
    }

    /// Refuses what is not a private note of this wallet for that account.
    private static func require(_ records: [NoteRecord], of note: NoteID, for receiver: AccountID) throws {
        guard let record = records.first else {
            throw MidenError.unknown(note)
        }
        guard record.type == .private else {
            throw undeliverable(note, "it is public, and the network has all of it")
        }
        guard let made = records.first(where: { $0.direction == .made }) else {
            throw undeliverable(note, "it was made by somebody else. `miden-cli export` writes it to a file")
        }
        guard made.state != .discarded else {
            throw undeliverable(note, "the transaction that makes it was given up")
        }
        guard let meant = made.counterparty else {
            throw undeliverable(note, "it does not say whom it is for. `miden-cli export` writes it to a file")
        }
        guard meant == receiver else {
            throw undeliverable(note, "it is for account \(meant), and not for \(receiver)")
        }
    }

    private static func undeliverable(_ note: NoteID, _ reason: String, isRetryable: Bool = false) -> MidenError {
        MidenError(
            code: .noteOperation,
            kind: "note_not_deliverable",
            message: "Note \(note) cannot be delivered: \(reason).",
            isRetryable: isRetryable
        )
    }
}
