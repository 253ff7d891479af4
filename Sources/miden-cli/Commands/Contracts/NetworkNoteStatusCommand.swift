import ArgumentParser
import MidenSwiftClient

/// `miden-cli network-note-status`
struct NetworkNoteStatusCommand: WalletCommand {
    static let configuration = CommandConfiguration(
        commandName: "network-note-status",
        abstract: "Ask the network what has become of a note for an account that it drives itself.",
        discussion: """
            Example: miden-cli network-note-status 0x3f1b5a9d
            """
    )
    static let doing = "Asking the node"
    static let makesWallet = false

    @Argument(help: ArgumentHelp("The note.", valueName: "note-id"))
    var note: String

    @OptionGroup var global: GlobalOptions

    struct Answer: CommandAnswer {
        let noteId: NoteID
        let status: NetworkNoteStatus.Status
        let attempts: UInt32
        @OrNull var lastAttemptBlock: UInt32? = nil
        @OrNull var lastError: String? = nil

        enum CodingKeys: CodingKey, CaseIterable {
            case noteId, status, attempts, lastAttemptBlock, lastError
        }

        var text: String {
            let block = lastAttemptBlock.map { [("last attempt", "block \($0)")] } ?? []
            let error = lastError.map { [("last error", $0)] } ?? []
            let facts = [("note", noteId.hex), ("status", status.rawValue), ("attempts", String(attempts))]
            return Table.facts(facts + block + error)
        }
    }

    func answer(from wallet: MidenWallet) async throws -> Answer {
        let noteId = try await NoteID(named: note, in: wallet)
        let status = try await wallet.getNetworkNoteStatus(noteId: noteId)
        return Answer(
            noteId: noteId,
            status: status.status,
            attempts: status.attempts,
            lastAttemptBlock: status.lastAttemptBlock,
            lastError: status.lastError
        )
    }
}
