import Foundation
import MidenSwiftClient
import MidenTestSupport
import MidenWalletRPC
import Testing

@Suite("Notes for pages", .timeLimit(.minutes(5)))
struct NotesTests {
    private static let silent = ConnectParameters(privateDataPermission: .automatic, allowedPrivateData: .notes)

    private static let permissions: [(PrivateDataPermission, AllowedPrivateData, Bool)] = [
        (.automatic, .notes, false),
        (.automatic, .all, false),
        (.automatic, [.assets, .storage], true),
        (.automatic, [], true),
        (.uponRequest, .all, true),
    ]

    // MARK: - Grants

    @Test("a page: is told notes without a question only if it was granted the notes", arguments: permissions)
    func permission(permission: PrivateDataPermission, allowed: AllowedPrivateData, isAsked: Bool) async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.page()
            _ = try await page.connect(
                ConnectParameters(privateDataPermission: permission, allowedPrivateData: allowed)
            )
            _ = try await page.privateNotes(of: wallet.address)
            _ = try await page.consumableNotes(of: wallet.address)
            let expected: [ApprovalQuestion.Content] = isAsked ? [.notes, .notes] : []
            #expect(wallet.laterQuestions == expected)
        }
    }

    @Test("a page without a session, or with that of another account: is refused without a question")
    func refused() async throws {
        try await withAnsweringWallet { wallet async throws in
            let stranger = wallet.page(of: "https://other.example")
            for (name, call) in stranger.readAll(naming: wallet.address) {
                await #expect(throws: RPCError.unauthorizedOrigin, "\(name)") { try await call() }
            }
            await #expect(throws: RPCError.unauthorizedOrigin) { try await stranger.createAccount() }
            #expect(wallet.questions.isEmpty)

            let page = wallet.page()
            _ = try await page.connect(ConnectParameters(privateDataPermission: .automatic, allowedPrivateData: .all))
            let other = try await wallet.wallet.createWallet()
            let address = try AccountAddress(other, on: wallet.wallet.configuration.network).text
            for (name, call) in page.readAll(naming: address) {
                await #expect(throws: RPCError.unauthorizedOrigin, "\(name)") { try await call() }
            }
            #expect(wallet.laterQuestions.isEmpty)
        }
    }

    @Test("notes of another account of the wallet: are not told")
    func otherAccount() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = wallet.page()
            _ = try await page.connect(Self.silent)
            let other = try await wallet.wallet.createWallet()
            let note = try await wallet.wallet.mint(to: other, amount: 5).noteId
            try await wallet.wallet.sync()
            #expect(try await wallet.wallet.getInputNotes(accountId: other).consumableNoteIds == [note])
            #expect(try await page.consumableNotes(of: wallet.address) == [])
            #expect(try await page.privateNotes(of: wallet.address, .list, [note.hex]) == [])
        }
    }

    // MARK: - Import

    @Test("a private note of another wallet: is taken in, listed, and listed as consumed in the end")
    func imported() async throws {
        try await withAnsweringWallet { wallet async throws in
            try await withOtherWallet(on: wallet.wallet) { other async throws in
                let page = wallet.page()
                _ = try await page.connect(Self.silent)
                let network = wallet.wallet.configuration.network
                let sent = try await other.privateNote(to: wallet.account, amount: 7)
                #expect(try await page.importNote(sent.file, to: wallet.address) == sent.id.hex)
                #expect(wallet.laterQuestions == [.importNote(try NoteFileDescription(of: sent.file))])
                // Twice is once.
                #expect(try await page.importNote(sent.file, to: wallet.address) == sent.id.hex)
                try await wallet.wallet.sync()

                let consumable = try await page.consumableNotes(of: wallet.address)
                let note = try #require(consumable.first)
                #expect(consumable.count == 1)
                #expect(note.noteId == sent.id.hex)
                #expect(note.senderAccountId == (try AccountAddress(other.account, on: network).text))
                let faucet = try AccountAddress(other.faucet, on: network).text
                #expect(note.assets == [RequestAssetsResult.Asset(faucetId: faucet, baseUnits: 7)])
                #expect(note.noteType == 0)
                #expect(note.state == .committed)
                for filter in [RequestPrivateNotesParameters.Filter.all, .committed] {
                    #expect(try await page.privateNotes(of: wallet.address, filter) == [note])
                }
                for filter in [RequestPrivateNotesParameters.Filter.consumed, .expected, .processing, .unverified] {
                    #expect(try await page.privateNotes(of: wallet.address, filter) == [])
                }
                let unknown = "0x" + String(repeating: "0", count: 63) + "7"
                #expect(try await page.privateNotes(of: wallet.address, .list, [unknown, note.noteId]) == [note])
                #expect(try await page.privateNotes(of: wallet.address, .unique, [unknown]) == [])
                #expect(try await page.privateNotes(of: wallet.address, .nullifiers, [note.nullifier]) == [note])
                #expect(try await page.privateNotes(of: wallet.address, .nullifiers, [note.noteId]) == [])

                _ = try await wallet.wallet.consumeNotes(accountId: wallet.account, noteIds: [sent.id])
                #expect(
                    try await page.privateNotes(of: wallet.address, .processing).map(\.state)
                        == [.processingAuthenticated]
                )
                // The wallet has it, whatever has become of it.
                #expect(try await page.importNote(sent.file, to: wallet.address) == sent.id.hex)
                try await wallet.wallet.sync()
                #expect(try await page.consumableNotes(of: wallet.address) == [])
                #expect(
                    try await page.privateNotes(of: wallet.address, .consumed).map(\.state)
                        == [.consumedAuthenticatedLocal]
                )
            }
        }
    }

    @Test("a note file without the id: is taken in, and the id is that of the chain")
    func withoutID() async throws {
        try await withAnsweringWallet { wallet async throws in
            try await withOtherWallet(on: wallet.wallet) { other async throws in
                let page = try await wallet.connectedPage()
                let sent = try await other.privateNote(to: wallet.account, amount: 7, content: .details)
                #expect(try await page.importNote(sent.file, to: wallet.address) == sent.id.hex)
            }
        }
    }

    @Test("a note that the user declines: is not taken in")
    func declined() async throws {
        try await withAnsweringWallet(nil) { wallet async throws in
            try await withOtherWallet(on: wallet.wallet) { other async throws in
                let page = wallet.page()
                let connect = Task { try await page.connect() }
                try await wallet.user.next().answer(.approve)
                _ = try await connect.value
                let sent = try await other.privateNote(to: wallet.account, amount: 7)
                let importing = Task { try await page.importNote(sent.file, to: wallet.address) }
                try await wallet.user.next().answer(.decline)
                await #expect(throws: RPCError.declined) { try await importing.value }
                try await wallet.wallet.sync()
                #expect(try await wallet.wallet.getInputNotes().notes.isEmpty)
                let notes = Task { try await page.privateNotes(of: wallet.address) }
                try await wallet.user.next().answer(.decline)
                await #expect(throws: RPCError.declined) { try await notes.value }
            }
        }
    }

    @Test("bytes that are no note file, and ids that no note can have: are refused without a question")
    func unreadable() async throws {
        try await withAnsweringWallet { wallet async throws in
            let page = try await wallet.connectedPage()
            let otherVersion = RPCError.invalidParameters("made by another SDK version, or damaged")
            for bytes in [Data([1, 2, 3]), Data("note".utf8), Data(repeating: 0xFF, count: 4096)] {
                await #expect(throws: otherVersion) { try await page.importNote(bytes, to: wallet.address) }
            }
            let error = await #expect(throws: RPCError.self) {
                let impossible = "0x" + String(repeating: "f", count: 64)
                _ = try await page.privateNotes(of: wallet.address, .list, [impossible])
            }
            #expect(error?.code == .invalidParameters)
            #expect(wallet.laterQuestions.isEmpty)
        }
    }

    // MARK: - Foreign code

    @Test("a note whose script never ends: is listed without running it, and is not consumable")
    func hostile() async throws {
        try await withAnsweringWallet { wallet async throws in
            try await withOtherWallet(on: wallet.wallet) { other async throws in
                let page = wallet.page()
                _ = try await page.connect(Self.silent)
                let made = try await other.hostileNote(to: wallet.account)
                #expect(try await page.importNote(made.file, to: wallet.address) == made.id.hex)
                try await wallet.wallet.sync()
                #expect(try await page.privateNotes(of: wallet.address).map(\.noteId) == [made.id.hex])
                #expect(try await page.consumableNotes(of: wallet.address) == [])
                // It would be another reason if the script had run.
                let listed = try await wallet.wallet.getInputNotes(accountId: wallet.account).notes
                #expect(listed.map(\.unverified) == [.notChecked])
            }
        }
    }
}
