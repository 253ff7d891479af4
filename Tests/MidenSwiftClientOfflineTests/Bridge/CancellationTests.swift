import MidenSilentNode
import MidenTestSupport
import Testing

@testable import MidenSwiftClient

@Suite("Cancellation", .timeLimit(.minutes(2)))
struct CancellationTests {
    @Test("A task that is cancelled already submits nothing")
    func beforehand() async throws {
        try await withEmbeddedWallet { wallet in
            let before = try wallet.statistics
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await wallet.ping()
            }
            let error = await #expect(throws: MidenError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.localizedDescription == "The operation was cancelled. Nothing was submitted.")
            let after = try wallet.statistics
            #expect(after.cancelled == before.cancelled + 1)
            #expect(after.waiting + after.running + after.completed == before.completed)
            #expect(after.rejected == before.rejected)
        }
    }

    @Test("A waiting call is cancelled, and the next one succeeds")
    func waiting() async throws {
        try await withEmbeddedWallet { wallet in
            let hold = try await onOwnThread { try WorkerHold(wallet) }
            defer { hold.release() }
            let task = Task { try await wallet.sync() }
            try await wallet.waitForCalls { $0.waiting == 1 }
            task.cancel()
            hold.release()
            let error = await #expect(throws: MidenError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.localizedDescription == "The operation was cancelled. Nothing was submitted.")
            try await wallet.sync()
        }
    }

    @Test("One that is cancelled in a full queue leaves its place at once, though the worker is held")
    func place() async throws {
        try await withEmbeddedWallet { wallet in
            let hold = try await onOwnThread { try WorkerHold(wallet) }
            defer { hold.release() }
            let tasks = (0..<256).map { _ in Task { try await wallet.ping() } }
            try await wallet.waitForCalls { $0.waiting == 256 }
            let refusal = await #expect(throws: MidenError.self) { try await wallet.ping() }
            #expect(refusal?.code == .queueFull)
            tasks.first?.cancel()
            try await wallet.waitForCalls { $0.waiting == 255 }
            let next = Task { try await wallet.ping() }
            try await wallet.waitForCalls { $0.waiting == 256 }
            hold.release()
            try await next.value
            let error = await #expect(throws: MidenError.self) { try await tasks.first?.value }
            #expect(error?.code == .cancelled)
            for task in tasks.dropFirst() {
                try await task.value
            }
        }
    }

    @Test("A running call that waits for its node is cancelled at once, and the next one of another kind succeeds")
    func running() async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.network = .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy, syncDelay: .seconds(3600)))
        let wallet = try MidenWallet(configuration: configuration)
        let task = Task { try await wallet.sync(timeout: .seconds(7200)) }
        try await wallet.waitForCalls { $0.waiting + $0.running == 1 }
        // The worker starts the oldest first, so the sync runs when this has an answer.
        try await wallet.ping()
        #expect(try wallet.statistics.running == 1)
        task.cancel()
        let error = await #expect(throws: MidenError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try wallet.statistics.running == 0)
        #expect(try await wallet.getAccounts().isEmpty)
        try await wallet.shutdown()
    }

    @Test("A transaction that is cancelled after it was submitted runs to its end, and its result is returned")
    func afterSubmission() async throws {
        let directory = try TemporaryDirectory()
        let first = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await first.createWallet()
        let paid = try await first.paidNote(to: account, amount: 1000)
        try await first.shutdown()

        let stages = Stages()
        var configuration = MidenWallet.Configuration.embedded(in: directory, logger: stages.logger)
        configuration.network = .embedded(
            MidenWallet.EmbeddedOptions(proofs: .dummy, submissionDelay: .seconds(1))
        )
        let wallet = try MidenWallet(configuration: configuration)
        let task = Task { try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId]) }
        await stages.reached("submitting")
        task.cancel()
        let transaction = try await task.value
        #expect(try await wallet.getTransaction(transaction).accountId == account)
        #expect(try await wallet.getBalance(accountId: account).balance(for: paid.faucetId) == 1000)
        let statistics = try wallet.statistics
        #expect(statistics.cancelled == 0)
        try await wallet.shutdown()
    }

    @Test("Cancelled at any moment, a call ends once: with its result or as cancelled")
    func atAnyMoment() async throws {
        try await withEmbeddedWallet { wallet in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for round in 0..<200 {
                    group.addTask {
                        let call = Task { try await wallet.getAccounts() }
                        for _ in 0..<(round % 20) {
                            await Task.yield()
                        }
                        call.cancel()
                        do {
                            let accounts = try await call.value
                            #expect(accounts.isEmpty)
                        } catch MidenError.cancelled {
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await wallet.ping()
            let statistics = try wallet.statistics
            #expect(statistics.waiting == 0)
            #expect(statistics.failed == 0)
        }
    }

    @Test("A cancelled transaction has changed nothing, and can be made again")
    func transaction() async throws {
        // A prover that never answers: the transaction cannot end before it is cancelled.
        let prover = try SilentNode()
        let stages = Stages()
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory, logger: stages.logger))
        do {
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 1000)
            let before = try await WalletSnapshot(of: wallet)
            await stages.reached("submitting")
            let task = Task {
                try await wallet.consumeNotes(
                    accountId: account,
                    noteIds: [paid.noteId],
                    prover: .remote(url: prover.address, timeout: .seconds(3600)),
                    timeout: .seconds(7200)
                )
            }
            await stages.reached("proving")
            task.cancel()
            let error = await #expect(throws: MidenError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.transactionId == nil)
            #expect(try await WalletSnapshot(of: wallet) == before)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
        }
        try await wallet.shutdown()
        withExtendedLifetime(prover) {}
    }
}
