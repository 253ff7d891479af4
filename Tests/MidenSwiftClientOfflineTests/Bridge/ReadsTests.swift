import MidenSwiftClient
import MidenTestSupport
import Testing

/// What a wallet shows is shown at once, whatever else it is doing: here it does what does not end before the test does.
@Suite("Reads do not wait", .timeLimit(.minutes(10)))
struct ReadsTests {
    private let directory: TemporaryDirectory
    private let stages = Stages()

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Everything that is read from the store.
    private struct Shown: Equatable {
        let snapshot: WalletSnapshot
        let transactions: [TransactionRecord]
        let notes: [NoteRecord]
        let tokens: [Token]
        let newestEvent: EventCursor

        init(by wallet: MidenWallet) async throws {
            snapshot = try await WalletSnapshot(of: wallet)
            transactions = try await wallet.getTransactions().transactions
            notes = try await wallet.getNotes().notes
            tokens = try await wallet.getTokens()
            newestEvent = try await wallet.newestEvent()
        }
    }

    /// A wallet that has consumed one note and has another one to consume, closed again.
    private func usedWallet(proofs: MidenWallet.EmbeddedOptions.Proofs) async throws -> (AccountID, NoteID, Shown) {
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: proofs)),
                dataDirectory: directory.path
            )
        )
        let account = try await wallet.createWallet()
        let first = try await wallet.paidNote(to: account, amount: 1000)
        _ = try await wallet.consumeNotes(accountId: account, noteIds: [first.noteId])
        let second = try await wallet.paidNote(to: account, amount: 500)
        let shown = try await Shown(by: wallet)
        try await wallet.shutdown()
        return (account, second.noteId, shown)
    }

    @Test("For a sync whose node takes its time")
    func syncing() async throws {
        let (_, _, before) = try await usedWallet(proofs: .dummy)
        let late = MidenWallet.EmbeddedOptions(proofs: .dummy, syncDelay: .seconds(3600))
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(network: .embedded(late), dataDirectory: directory.path)
        )
        let sync = Task { try await wallet.sync(timeout: .seconds(7200)) }
        try await wallet.waitForCalls { $0.waiting + $0.running == 1 }
        #expect(try await Shown(by: wallet) == before)
        #expect(try wallet.statistics.running == 1)
        sync.cancel()
        let error = await #expect(throws: MidenError.self) { try await sync.value }
        #expect(error?.code == .cancelled)
        try await wallet.shutdown()
    }

    @Test("For verifications of notes whose scripts run for long, however many there are")
    func notesThatTakeLong() async throws {
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.noteScripts = .init(cycles: 1 << 29, time: .seconds(60))
        let wallet = try MidenWallet(configuration: configuration)
        let account = try await wallet.createWallet()
        let paid = try await wallet.paidNote(to: account, amount: 100)
        _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
        let note = CustomNote(
            script: try await MidenPackage.compile(MASMSource(.noteScript, Contracts.source("slow"))),
            for: account,
            fungibleAssets: [FungibleAsset(faucetId: paid.faucetId, amount: 60)]
        )
        _ = try await wallet.execute(CustomTransaction(createdNotes: [note]), accountId: account)
        try await wallet.sync()
        let slow = try #require(try await wallet.getInputNotes().unverifiedNotes.first).id
        let ended = try wallet.statistics.completed

        // More than there are places for reads.
        let asking = (0..<100).map { _ in Task { try await wallet.verifyNotes([slow]) } }
        try await wallet.waitForCalls { $0.waiting + $0.running + $0.completed - ended >= asking.count }
        for _ in 0..<10 {
            #expect(try await wallet.getBalance(accountId: account).balance(for: paid.faucetId) == 40)
        }
        #expect(try wallet.statistics.completed - ended < 60, "the reads have waited for the notes")
        asking.forEach { $0.cancel() }
        for asked in asking {
            _ = await asked.result
        }
        try await wallet.shutdown(gracefully: .zero)
    }

    @Test("For a proof, and not for a transaction that waits for its answer")
    func proving() async throws {
        let (account, note, before) = try await usedWallet(proofs: .real)
        let late = MidenWallet.EmbeddedOptions(proofs: .real, submissionDelay: .seconds(3600))
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .embedded(late),
                dataDirectory: directory.path,
                logger: stages.logger
            )
        )
        let call = Task { try await wallet.consumeNotes(accountId: account, noteIds: [note], timeout: .seconds(7200)) }
        await stages.reached("proving")
        let count = stages.count
        #expect(try await Shown(by: wallet) == before)
        #expect(stages.count == count, "the reads have waited for the proof")
        await stages.reached("submitting")
        #expect(try await Shown(by: wallet) == before)
        #expect(try wallet.statistics.running == 1)
        _ = try await wallet.shutdown(gracefully: .zero)
        await #expect(throws: MidenError.self) { try await call.value }
    }
}
