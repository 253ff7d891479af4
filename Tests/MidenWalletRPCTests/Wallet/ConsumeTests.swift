import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@testable import MidenWalletRPC

@Suite("Notes that pages ask to consume", .timeLimit(.minutes(5)))
struct ConsumeTests {
    private func parameters(
        _ noteId: NoteID,
        of wallet: SpendingWallet,
        noteBytes: Data? = nil
    ) -> RequestConsumeParameters {
        RequestConsumeParameters(
            address: wallet.base.address,
            noteId: noteId.hex,
            noteBytes: noteBytes,
            amount: RPCAmount(baseUnits: 9),
            callId: RandomHex.digits(bytes: 16)
        )
    }

    @Test("a note of the wallet: is shown with its own assets, and consumed once the user approves")
    func own() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let minted = try await wallet.base.wallet.mint(to: wallet.base.account, amount: 7)
            try await wallet.base.wallet.sync()
            let call = Task { try await page.consume(parameters(minted.noteId, of: wallet)) }
            let asked = try await wallet.base.user.next()
            guard case .consume(let note, let preview) = asked.question.content,
                case .known(let summary) = preview.effects
            else {
                Issue.record("the question is of something else")
                return
            }
            #expect(note == PageNote(id: minted.noteId, file: nil))
            #expect(summary.assetsIn.fungible.map(\.amount) == [7])
            asked.approve()
            _ = try await wallet.state(of: try await call.value)
            try await wallet.base.wallet.sync()
            #expect(try await wallet.balance(of: wallet.base.account) == 1007)
        }
    }

    @Test("a note of a file: is taken in once the user approves, and not before")
    func file() async throws {
        try await withSpendingWallet { wallet in
            try await withOtherWallet(on: wallet.base.wallet) { other async throws in
                let page = try await wallet.connectedPage()
                let note = try await other.privateNote(to: wallet.base.account, amount: 7)
                try await wallet.base.wallet.sync()
                let parameters = parameters(note.id, of: wallet, noteBytes: note.file)

                let declined = Task { try await page.consume(parameters) }
                let asked = try await wallet.base.user.next()
                guard case .consume(let shown, let preview) = asked.question.content else {
                    Issue.record("the question is of something else")
                    return
                }
                #expect(shown.file?.assets?.fungible.map(\.amount) == [7])
                // The wallet knows the token.
                #expect(shown.file?.assets?.fungible.map(\.decimals) == [6])
                #expect(preview.effects == .notExecuted && preview.digest != nil)
                asked.answer(.decline)
                await #expect(throws: RPCError.declined) { try await declined.value }
                let notes = try await wallet.base.wallet.getInputNotes().notes
                #expect(!notes.contains { $0.id == note.id })

                let approved = Task { try await page.consume(parameters) }
                try await wallet.base.user.next().approve()
                guard case .pending = try await wallet.state(of: try await approved.value) else {
                    Issue.record("the note was not consumed")
                    return
                }
                try await wallet.base.wallet.sync()
                #expect(try await wallet.balance(of: wallet.base.account) == 1007)
            }
        }
    }

    @Test("a note of a file whose block is newer than the last sync: is consumed after a sync")
    func newerThanSync() async throws {
        try await withSpendingWallet { wallet in
            try await withOtherWallet(on: wallet.base.wallet) { other async throws in
                let page = try await wallet.connectedPage()
                let note = try await other.privateNote(to: wallet.base.account, amount: 7)
                let call = Task { try await page.consume(parameters(note.id, of: wallet, noteBytes: note.file)) }
                try await wallet.base.user.next().approve()
                let reference = try await call.value
                _ = try await wallet.state(of: reference)
                try await wallet.base.wallet.sync()
                #expect(try await wallet.balance(of: wallet.base.account) == 1007)
            }
        }
    }

    @Test("a note that was consumed, also if its bytes come again: says so, and cannot be approved")
    func consumed() async throws {
        try await withSpendingWallet { wallet in
            try await withOtherWallet(on: wallet.base.wallet) { other async throws in
                let page = try await wallet.connectedPage()
                let note = try await other.privateNote(to: wallet.base.account, amount: 7)
                try await wallet.base.wallet.sync()
                let first = Task { try await page.consume(parameters(note.id, of: wallet, noteBytes: note.file)) }
                try await wallet.base.user.next().approve()
                _ = try await wallet.state(of: try await first.value)
                for bytes in [note.file, nil] {
                    let again = Task { try await page.consume(parameters(note.id, of: wallet, noteBytes: bytes)) }
                    let asked = try await wallet.base.user.next()
                    #expect(asked.question.digest == nil)
                    asked.answer(.approve)
                    await #expect(throws: RPCError.declined) { try await again.value }
                    guard case .consume(_, let preview) = asked.question.content, case .impossible = preview.effects
                    else {
                        Issue.record("the question is of something else")
                        return
                    }
                }
            }
        }
    }

    @Test("bytes of another note, of none, or of one with a script of its own: give -32602, and nobody is asked")
    func refused() async throws {
        try await withSpendingWallet { wallet in
            try await withOtherWallet(on: wallet.base.wallet) { other async throws in
                let page = try await wallet.connectedPage()
                let note = try await other.privateNote(to: wallet.base.account, amount: 7)
                let unknown = try NoteID("0x" + String(repeating: "0", count: 64))
                let hostile = try await other.hostileNote(to: wallet.base.account)
                let own = try await wallet.base.wallet.mint(to: wallet.base.account, amount: 7)
                try await wallet.base.wallet.sync()
                let refused = [
                    parameters(unknown, of: wallet, noteBytes: note.file),
                    parameters(note.id, of: wallet, noteBytes: Data([1, 2, 3])),
                    parameters(note.id, of: wallet, noteBytes: Data(note.file.dropLast())),
                    parameters(hostile.id, of: wallet, noteBytes: hostile.file),
                    // The errors do not tell whether the wallet has the note.
                    parameters(own.noteId, of: wallet, noteBytes: note.file),
                ]
                for parameters in refused {
                    let error = await #expect(throws: RPCError.self) { try await page.consume(parameters) }
                    #expect(error?.code == .invalidParameters)
                }
                #expect(wallet.base.questions.count == 1)
            }
        }
    }

    @Test("another note than that of a file without an id, with a script of its own: is not consumed")
    func another() async throws {
        try await withSpendingWallet { wallet in
            try await withOtherWallet(on: wallet.base.wallet) { other async throws in
                let page = try await wallet.connectedPage()
                let payment = try await other.privateNote(to: wallet.base.account, amount: 7, content: .details)
                let scripted = try await other.scriptedNote(to: wallet.base.account, amount: 7)
                let parameters = parameters(scripted.id, of: wallet, noteBytes: payment.file)
                let call = Task { try await page.consume(parameters) }
                let asked = try await wallet.base.user.next()
                // As a sync brings it that comes before the execution.
                _ = try await wallet.base.wallet.importNote(file: [UInt8](scripted.file))
                asked.approve()
                let state = try await wallet.state(of: try await call.value)
                #expect(state == .failed(reason: "The transaction does more than the user was shown"))
                try await wallet.base.wallet.sync()
                #expect(try await wallet.balance(of: wallet.base.account) == 1000)
            }
        }
    }

    @Test("a note that the wallet does not have: is asked about like others, and cannot be approved")
    func unknown() async throws {
        try await withSpendingWallet { wallet in
            let page = try await wallet.connectedPage()
            let unknown = try NoteID("0x" + String(repeating: "0", count: 64))
            let call = Task { try await page.consume(parameters(unknown, of: wallet)) }
            let asked = try await wallet.base.user.next()
            #expect(asked.question.digest == nil && !asked.question.canBeSimulated)
            asked.answer(.approve)
            await #expect(throws: RPCError.declined) { try await call.value }
        }
    }

    @Test("a note with a script of its own: does not run before the user asks, and cannot be approved unsimulated")
    func foreignScript() async throws {
        try await withSpendingWallet { wallet in
            try await withOtherWallet(on: wallet.base.wallet) { other async throws in
                let page = try await wallet.connectedPage()
                let note = try await other.hostileNote(to: wallet.base.account)
                try await wallet.base.wallet.sync()
                _ = try await wallet.base.wallet.importNote(file: [UInt8](note.file))
                let call = Task { try await page.consume(parameters(note.id, of: wallet)) }
                let asked = try await wallet.base.user.next()
                #expect(asked.question.canBeSimulated && asked.question.digest == nil)
                // It exceeds the budget.
                guard case .impossible = try await asked.question.simulate().effects else {
                    Issue.record("the note ran to its end")
                    return
                }
                asked.approve()
                await #expect(throws: RPCError.declined) { try await call.value }
                await #expect(throws: CancellationError.self) { try await asked.question.simulate() }
            }
        }
    }
}
