import MidenSwiftClient
import Testing

/// What becomes of a call while its proof is being made. A proof takes seconds and cannot be stopped. "At once" is here a
/// quarter of the time a proof has just taken on this machine, which tells it from "with the proof" and nothing finer.
@Suite("While a proof runs", .timeLimit(.minutes(15)))
struct ProofTests {
    private let directory: TemporaryDirectory
    private let stages = Stages()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var configuration: MidenWallet.Configuration {
        MidenWallet.Configuration(
            network: .embedded(MidenWallet.EmbeddedOptions(proofs: .real)),
            dataDirectory: directory.path,
            logger: stages.logger
        )
    }

    @Test("A caller is let go at once by cancellation, shutdown and the wallet's end, and the store with it")
    func letGo() async throws {
        let wallet = try MidenWallet(configuration: configuration)
        let account = try await wallet.createWallet()
        let start = SuspendingClock.now
        let paid = try await wallet.paidNote(to: account, amount: 1000)
        let atOnce = max(.seconds(1), start.duration(to: .now) / 4)
        await stages.reached("proving")
        let before = try await WalletSnapshot(of: wallet)

        try await cancelled(wallet, account: account, note: paid.noteId, within: atOnce)
        #expect(try await WalletSnapshot(of: wallet) == before)

        try await shutDown(wallet, account: account, note: paid.noteId, within: atOnce)
        try await onOwnThread { try letGo(account: account, note: paid.noteId, within: atOnce) }

        // The proofs nobody waits for run on beside this one, and take nothing but its time.
        let last = try MidenWallet(configuration: configuration)
        #expect(try await WalletSnapshot(of: last) == before)
        _ = try await last.consumeNotes(accountId: account, noteIds: [paid.noteId])
        #expect(try await last.getBalance(accountId: account).balance(for: paid.faucetId) == 1000)
        try await last.shutdown()
    }

    private func cancelled(_ wallet: MidenWallet, account: AccountID, note: NoteID, within atOnce: Duration)
        async throws
    {
        let call = Task { try await wallet.consumeNotes(accountId: account, noteIds: [note]) }
        await stages.reached("proving")
        let took = await SuspendingClock().measure {
            call.cancel()
            let error = await #expect(throws: MidenError.self) { try await call.value }
            #expect(error?.code == .cancelled)
            #expect(error?.transactionId == nil)
        }
        #expect(took < atOnce)
        let statistics = try wallet.statistics
        #expect(statistics.running == 0)
        #expect(statistics.cancelled == 1)
    }

    /// With one call in its proof and others behind it, async and blocking.
    private func shutDown(_ wallet: MidenWallet, account: AccountID, note: NoteID, within atOnce: Duration) async throws
    {
        let proving = Task { try await wallet.consumeNotes(accountId: account, noteIds: [note]) }
        await stages.reached("proving")
        let behind = [
            Task { try await wallet.consumeNotes(accountId: account, noteIds: [note]) },
            Task { try await onOwnThread { try wallet.consumeNotes(accountId: account, noteIds: [note]) } },
        ]
        while try wallet.statistics.waiting + wallet.statistics.running < 3 {
            // A blocking call does not tell that it has begun.
            try await Task.sleep(for: .milliseconds(1))
        }
        let took = try await SuspendingClock().measure {
            let ending = Task { try await wallet.shutdown(gracefully: .zero) }
            for call in behind + [proving] {
                let error = await #expect(throws: MidenError.self) { try await call.value }
                #expect(error?.code == .invalidHandle)
            }
            #expect(try await ending.value == ShutdownReport(finished: 0, cancelled: 3, abandoned: 0))
            // It is free now, not soon.
            let next = try MidenWallet(configuration: configuration)
            try await next.shutdown()
        }
        #expect(took < atOnce)
    }

    /// On a thread, where the last reference to a wallet goes at a place one can point at.
    private func letGo(account: AccountID, note: NoteID, within atOnce: Duration) throws {
        try timeOutInProof(account: account, note: note)
        let took = try SuspendingClock().measure {
            _ = try MidenWallet(configuration: configuration).getAccounts()
        }
        #expect(took < atOnce)
    }

    private func timeOutInProof(account: AccountID, note: NoteID) throws {
        let wallet = try MidenWallet(configuration: configuration)
        // Until the execution is over and the proof has begun, and no longer: how fast the machine is nobody knows.
        var timeout = Duration.zero
        let begun = stages.proofCount
        repeat {
            timeout += .milliseconds(200)
            let error = #expect(throws: MidenError.self) {
                try wallet.consumeNotes(accountId: account, noteIds: [note], timeout: timeout)
            }
            try #require(error?.code == .timedOut && error?.kind == .timedOut)
        } while stages.proofCount == begun
    }
}
