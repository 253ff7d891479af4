import Foundation
import MidenSwiftClient
import Testing

@Suite("The notes that came in for an account", .timeLimit(.minutes(5)))
struct ReceivedNoteTests {
    @Test("A note: is told with its nullifier, to the account that it is for alone")
    func told() async throws {
        try await withEmbeddedWallet { wallet async throws in
            let account = try await wallet.createWallet()
            let other = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 100)
            let notes = try await wallet.getReceivedNotes(accountId: account)
            #expect(notes.map(\.id) == [paid.noteId])
            let note = try #require(notes.first)
            #expect(note.sender == paid.faucetId)
            #expect(note.type == .public)
            #expect(note.assets.fungible.map(\.amount) == [100])
            #expect(note.state == .committed)
            #expect(try await wallet.getReceivedNotes(accountId: account, .nullifiers([note.nullifier])) == notes)
            #expect(try await wallet.getReceivedNotes(accountId: account, .notes([note.id])) == notes)
            #expect(try await wallet.getReceivedNotes(accountId: account, .consumed) == [])
            #expect(try await wallet.getReceivedNotes(accountId: other) == [])
            let error = await #expect(throws: MidenError.self) {
                try await wallet.getReceivedNotes(accountId: account, .nullifiers(["0x7"]))
            }
            #expect(error?.code == .noteOperation)
        }
    }

    @Test("A note file: is described without taking it in")
    func described() async throws {
        try await withEmbeddedWallet { wallet async throws in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 100)
            let file = Data(try await wallet.exportNote(noteId: paid.noteId))
            let description = try NoteFileDescription(of: file)
            #expect(description.noteId == paid.noteId)
            #expect(description.sender == paid.faucetId)
            #expect(description.type == .public)
            #expect(description.assets?.fungible.map(\.amount) == [100])
            let error = #expect(throws: MidenError.self) { try NoteFileDescription(of: Data([1, 2, 3])) }
            #expect(error?.kind == .invalidNoteFile)
        }
    }
}
