import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("Accounts and notes as files", .timeLimit(.minutes(5)))
struct FileTests {
    /// Another wallet on a chain that the first one of a folder has made.
    private static func secondWallet(of directory: TemporaryDirectory) throws -> MidenWallet {
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.network = .embedded(
            MidenWallet.EmbeddedOptions(proofs: .dummy, chainDirectory: directory.path + "/embedded/chain")
        )
        configuration.dataDirectory = directory.path + "/second"
        return try MidenWallet(configuration: configuration)
    }

    @Test("A private note is handed over as a file, before and after it is in a block")
    func privateNote() async throws {
        let directory = try TemporaryDirectory()
        let alice = try MidenWallet(configuration: .embedded(in: directory))
        let from = try await alice.createWallet()
        let paid = try await alice.paidNote(to: from, amount: 100)
        _ = try await alice.consumeNotes(accountId: from, noteIds: [paid.noteId])
        let bob = try Self.secondWallet(of: directory)
        let to = try await bob.createWallet()
        try await bob.sync()

        for content in [NoteFileContent.details, .detailsWithProof] {
            let sent = try await alice.send(
                from: from,
                to: to,
                faucetId: paid.faucetId,
                amount: 10,
                noteType: .private
            )
            if content == .detailsWithProof {
                let early = await #expect(throws: MidenError.self) {
                    _ = try await alice.exportNote(noteId: sent.noteId)
                }
                #expect(early?.kind == "note_not_committed")
                try await alice.sync()
            }
            let file = try await alice.exportNote(noteId: sent.noteId, content: content)
            let imported = try await bob.importNote(file: file)
            #expect(imported == ImportedNote(noteId: content == .details ? nil : sent.noteId, isConsumed: false))
            try await bob.sync()
            _ = try await bob.consumeNotes(accountId: to, noteIds: [sent.noteId])
        }
        #expect(try await bob.getBalance(accountId: to).balance(for: paid.faucetId) == 20)
        let error = await #expect(throws: MidenError.self) { try await bob.importNote(file: [1, 2, 3]) }
        #expect(error?.code == .invalidParameter)
        #expect(error?.kind == .invalidNoteFile)
        try await alice.shutdown()
        try await bob.shutdown()
    }

    @Test("An account goes on in another wallet, with its key")
    func account() async throws {
        let directory = try TemporaryDirectory()
        let alice = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await alice.createWallet(visibility: .private)
        let paid = try await alice.paidNote(to: account, amount: 100)
        _ = try await alice.consumeNotes(accountId: account, noteIds: [paid.noteId])
        try await alice.sync()
        let file = try await alice.exportAccount(accountId: account)
        let bob = try Self.secondWallet(of: directory)
        #expect(try await bob.importAccount(file: file) == account)
        #expect(try await bob.getBalance(accountId: account).balance(for: paid.faucetId) == 100)
        let message = Data("I am Alice".utf8)
        #expect(try await bob.sign(message: message, accountId: account).isValid(for: message))
        try await alice.shutdown()
        try await bob.shutdown()
    }

    @Test("Files of accounts that are there, and of notes that are not, are refused")
    func refusedFiles() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await wallet.createWallet()
        let file = try await wallet.exportAccount(accountId: account)
        #expect(!file.isEmpty)
        await #expect(throws: MidenError.self) { try await wallet.importAccount(file: file) }
        await #expect(throws: MidenError.self) { try await wallet.importNote(file: file) }
        let unknown: NoteID = .of("0x0000000000000000000000000000000000000000000000000000000000000007")
        await #expect(throws: MidenError.self) { try await wallet.exportNote(noteId: unknown) }
        try await wallet.shutdown()
    }
}
