import MidenTestSupport
import Testing

@testable import MidenSwiftClient

@Suite("Consuming all there is", .timeLimit(.minutes(5)))
struct ConsumeAllTests {
    @Test("More notes than fit in a transaction are two, and nothing is none")
    func many() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let minted = try await wallet.paidNote(to: account, amount: 1000)
            let first = try await wallet.consumeAllNotes(accountId: account)
            #expect(first.noteIds == [minted.noteId] && first.transactionIds.count == 1 && first.failures.isEmpty)

            let payment = Payment(to: account, faucetId: minted.faucetId, amount: 1)
            let sent = try await wallet.send(from: account, payments: Array(repeating: payment, count: 33))
            try await wallet.sync()
            let second = try await wallet.consumeAllNotes(accountId: account, notesPerTransaction: 20)
            #expect(second.transactionIds.count == 2 && Set(second.noteIds) == Set(sent.noteIds))
            #expect(try await wallet.getBalance(accountId: account).balance(for: minted.faucetId) == 1000)
            let third = try await wallet.consumeAllNotes(accountId: account)
            #expect(third == ConsumedNotes(transactionIds: [], noteIds: []))
            let nothing = try await wallet.previewConsumeAllNotes(accountId: account)
            #expect(nothing == ConsumptionPreview(transaction: nil))
        }
    }

    @Test("What it would do is said before: the first transaction, its fee, and what is left")
    func preview() async throws {
        try await withEmbeddedWallet(fee: 500) { wallet in
            let account = try await wallet.createWallet()
            let unpayable = try await wallet.paidNote(to: account, amount: 5, token: "TOK").noteId
            let poor = try await wallet.previewConsumeAllNotes(accountId: account)
            #expect(poor.transaction == nil && poor.furtherNoteIds.isEmpty)
            #expect(poor.failures.map(\.noteId) == [unpayable])
            #expect(poor.failures.map(\.error.kind) == [.insufficientFee])

            let paying = try await wallet.paidNote(to: account, amount: 1_000_000)
            let before = try await WalletSnapshot(of: wallet)
            let preview = try await wallet.previewConsumeAllNotes(accountId: account, notesPerTransaction: 1)
            #expect(try await WalletSnapshot(of: wallet) == before, "nothing has changed")
            let first = try #require(preview.transaction)
            #expect(first.consumedNotes == [paying.noteId], "what others cannot be paid without comes first")
            #expect(preview.furtherNoteIds == [unpayable] && preview.failures.isEmpty)
            let fee = try #require(first.fee)
            let all = try await wallet.consumeAllNotes(accountId: account, notesPerTransaction: 1)
            let history = try await wallet.getTransactions(.init(accountId: account)).transactions
            #expect(history.first { $0.id == all.transactionIds.first }?.fee == fee)

            let stranger: AccountID = .of("0x550559ffb22381117072d0749fccd2")
            let error = try await #require(throws: MidenError.self) {
                _ = try await wallet.previewConsumeAllNotes(accountId: stranger)
            }
            #expect(error.code == .lookup)
        }
    }

    @Test("Notes that nobody can pay for are told one by one, and wait for what pays for them")
    func failures() async throws {
        try await withEmbeddedWallet(fee: 500) { wallet in
            let account = try await wallet.createWallet()
            try await wallet.mint(to: account, amount: 5, token: "TOK")
            let note = try await wallet.paidNote(to: account, amount: 6, token: "TOK").noteId
            let none = try await wallet.consumeAllNotes(accountId: account)
            #expect(none.transactionIds.isEmpty && none.failures.count == 2)
            #expect(none.failures.contains { $0.noteId == note && $0.error.kind == .insufficientFee })
            _ = try await wallet.paidNote(to: account, amount: 1_000_000)
            let all = try await wallet.consumeAllNotes(accountId: account)
            #expect(all.transactionIds.count == 1 && all.noteIds.count == 3 && all.failures.isEmpty)
        }
    }

    @Test(
        "Notes whose proof takes too much memory together are consumed by halves, and one alone is refused with its size"
    )
    func memory() async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.maximumProofMemory = 500 << 20
        let wallet = try MidenWallet(configuration: configuration)
        let account = try await wallet.createWallet()
        for _ in 1...6 {
            _ = try await wallet.paidNote(to: account, amount: 1)
        }
        let consumed = try await wallet.consumeAllNotes(accountId: account)
        #expect(consumed.transactionIds.count == 2 && consumed.noteIds.count == 6 && consumed.failures.isEmpty)

        let falcon = try await wallet.createWallet(scheme: .falcon512Poseidon2)
        let note = try await wallet.paidNote(to: falcon, amount: 1).noteId
        let error = try await #require(throws: MidenError.self) {
            _ = try await wallet.consumeNotes(accountId: falcon, noteIds: [note])
        }
        #expect(error.kind == .proofTooLarge && error.message.contains("500 MiB"))
        let all = try await wallet.consumeAllNotes(accountId: falcon)
        #expect(all.transactionIds.isEmpty && all.failures.map(\.noteId) == [note])
        #expect(all.failures.map(\.error.kind) == [.proofTooLarge])
        try await wallet.shutdown()
        withExtendedLifetime(directory) {}
    }

    @Test("A limit of memory that is none is refused before anything is opened", arguments: [0, -1])
    func noMemory(bytes: Int) throws {
        let configuration = MidenWallet.Configuration(network: .local, maximumProofMemory: bytes)
        let error = try #require(throws: MidenError.self) {
            _ = try MidenWallet(configuration: configuration)
        }
        #expect(error.kind == .invalidConfiguration)
    }

    private static let account: AccountID = .of("0x8a7c2f6b1d3e4f501122334455667a")
    private static let unreachable = MidenError(code: .nodeUnreachable, kind: .nodeUnreachable, message: "…")

    @Test("What fails before anything was done is thrown, and after that it is told")
    func order() throws {
        var consumption = Consumption(accountId: Self.account, notesPerTransaction: 3, maximumFee: 7500)
        let first = try #require(consumption.request)
        #expect(first.except == nil && first.maximumNotes == 3 && first.maximumFee == 7500)
        #expect(throws: Self.unreachable) { try consumption.take(.failure(Self.unreachable)) }

        let golden = try ConsumeAllRequest.reply(from: PackageFiles.goldenMessage("replies/consume_all"))
        try consumption.take(.success(golden))
        let second = try #require(consumption.request)
        #expect(second.except == golden.failures.map(\.noteId), "what failed is left alone")
        try consumption.take(.failure(Self.unreachable))
        #expect(consumption.request == nil)
        let result = consumption.result
        let earlier = try #require(golden.earlier)
        #expect(result.transactionIds.count == 2 && result.transactionIds.first == earlier.first?.transactionId)
        #expect(result.noteIds == earlier.flatMap(\.consumedNoteIds) + golden.consumedNoteIds)
        #expect(result.failures.map(\.noteId) == golden.failures.map(\.noteId) + golden.remainingNoteIds)
        #expect(result.failures.last?.error == Self.unreachable)
    }
}
