import Foundation
import MidenBenchmarkWorkloads
import MidenTestSupport
import Testing

@testable import MidenSwiftClient

@Suite("Waiting for transactions, and keeping up with the chain", .timeLimit(.minutes(5)))
struct KeepSyncedTests {
    /// Returns once the condition holds, which is evaluated at once and after each sync.
    private func waitForSyncs(of wallet: MidenWallet, until condition: () throws -> Bool) async throws {
        while true {
            let count = wallet.core.bell.count
            guard try !condition() else {
                return
            }
            await wallet.core.bell.rung(after: count)
            try Task.checkCancellation()
        }
    }

    private func pending(_ wallet: MidenWallet) async throws -> TransactionID {
        let account = try await wallet.createWallet()
        let minted = try await wallet.paidNote(to: account, amount: 1)
        return try await wallet.consumeNotes(accountId: account, noteIds: [minted.noteId])
    }

    @Test("A wait returns when a sync has seen the transaction, and at once where one has")
    func wait() async throws {
        try await withEmbeddedWallet { wallet in
            let transaction = try await pending(wallet)
            let waiting = Task { try await wallet.wait(for: transaction, until: .committed, timeout: .seconds(3600)) }
            let keeping = Task { try await wallet.keepSynced(every: .milliseconds(10)) }
            let committed = try await waiting.value
            #expect(committed == (try await wallet.getTransaction(transaction)))
            guard case .committed = committed.state else {
                Issue.record("\(committed)")
                return
            }
            #expect(try await wallet.wait(for: transaction, timeout: .zero) == committed)
            keeping.cancel()
            try await keeping.value
        }
    }

    @Test("A wait ends with its time, with its task, and where there is no such transaction")
    func waitEnds() async throws {
        try await withEmbeddedWallet { wallet in
            let transaction = try await pending(wallet)
            for timeout in [Duration.zero, .milliseconds(50)] {
                let error = await #expect(throws: MidenError.self) {
                    try await wallet.wait(for: transaction, timeout: timeout)
                }
                #expect(error?.code == .timedOut && error?.isRetryable == true)
                #expect(error?.transactionId == transaction)
            }
            let waiting = Task { try await wallet.wait(for: transaction, timeout: .seconds(3600)) }
            waiting.cancel()
            let error = await #expect(throws: MidenError.self) { try await waiting.value }
            #expect(error?.code == .cancelled)
            let unknown: TransactionID = .of("0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20")
            let lost = await #expect(throws: MidenError.self) { try await wallet.wait(for: unknown) }
            #expect(lost?.kind == .unknownTransaction)
        }
    }

    @Test("Syncs follow one another until the task is cancelled, and none after that")
    func keepsSynced() async throws {
        try await withEmbeddedWallet { wallet in
            let keeping = Task { try await wallet.keepSynced(every: .milliseconds(5), jitter: 0.5) }
            try await waitForSyncs(of: wallet) {
                #expect(try wallet.statistics.running <= 1)
                return try wallet.statistics.completed >= 5
            }
            keeping.cancel()
            try await keeping.value
            let after = try wallet.statistics.completed
            // One that went on would sync several times meanwhile.
            for _ in 0..<20 {
                try await wallet.sync()
            }
            #expect(try wallet.statistics.completed == after + 20)
        }
    }

    @Test("A sync that waits for its node is cancelled with the task")
    func cancelled() async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.network = .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy, syncDelay: .seconds(3600)))
        configuration.timeouts.request = .seconds(7200)
        let wallet = try MidenWallet(configuration: configuration)
        let keeping = Task { try await wallet.keepSynced(every: .seconds(1)) }
        try await wallet.waitForCalls { $0.waiting + $0.running == 1 }
        // The worker starts the oldest first, so the sync runs when this has an answer.
        try await wallet.ping()
        #expect(try wallet.statistics.running == 1)
        keeping.cancel()
        try await keeping.value
        try await wallet.shutdown()
    }

    @Test("What trying again can help does not end it, and what it cannot does")
    func errors() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                // Nobody listens there.
                network: .custom(rpcEndpoint: "http://127.0.0.1:1"),
                dataDirectory: directory.path
            )
        )
        let keeping = Task { try await wallet.keepSynced(every: .milliseconds(1)) }
        try await waitForSyncs(of: wallet) { try wallet.statistics.failed >= 3 }
        try await wallet.shutdown()
        let error = await #expect(throws: MidenError.self) { try await keeping.value }
        #expect(error?.code == .invalidHandle)
        for (interval, jitter) in [(Duration.zero, 0.1), (.seconds(-1), 0.1), (.seconds(1), 1.1), (.seconds(1), .nan)] {
            let error = await #expect(throws: MidenError.self) {
                try await wallet.keepSynced(every: interval, jitter: jitter)
            }
            #expect(error?.code == .invalidParameter)
        }
    }

    @Test("Waits double with failures up to five minutes, and differ by the jitter")
    func pace() throws {
        let pace = try SyncPace(every: .seconds(10), jitter: 0.1)
        func seconds(_ failures: Int, _ chance: Double) -> Double {
            (pace.wait(afterFailures: failures, chance: chance).nanoseconds / 1e9 * 1000).rounded() / 1000
        }
        #expect((0...7).map { seconds($0, 0) } == [10, 20, 40, 80, 160, 300, 300, 300])
        #expect(seconds(.max, 0) == 300)
        #expect(seconds(0, -1) == 9 && seconds(0, 1) == 11)
        let rare = try SyncPace(every: .seconds(3600), jitter: 0)
        #expect(rare.wait(afterFailures: 3, chance: 1) == .seconds(3600))
    }
}
