import Testing

@testable import MidenSwiftClient

@Suite("Timeouts", .timeLimit(.minutes(2)))
struct TimeoutTests {
    @Test(
        "A duration crosses in whole milliseconds, rounded up, and 0 means without end",
        arguments: [
            (.zero, 1), (.seconds(-5), 1), (.nanoseconds(1), 1), (.milliseconds(1), 1), (.microseconds(1001), 2),
            (.seconds(30), 30_000), (.seconds(1) + .nanoseconds(1), 1001),
            (.seconds(3_155_759_999), 3_155_759_999_000), (.seconds(3_155_760_000), 0), (.seconds(Int64.max), 0),
        ] as [(Duration, UInt64)]
    )
    func milliseconds(duration: Duration, crossing: UInt64) {
        #expect(duration.timeoutMilliseconds == crossing)
    }

    @Test("The grace of a shutdown crosses as it is, and always has an end")
    func grace() {
        #expect(Duration.zero.graceMilliseconds == 0)
        #expect(Duration.seconds(-1).graceMilliseconds == 0)
        #expect(Duration.microseconds(1).graceMilliseconds == 1)
        #expect(Duration.seconds(30).graceMilliseconds == 30_000)
        #expect(Duration.seconds(Int64.max).graceMilliseconds == 3_155_760_000_000)
    }

    @Test("30 seconds, 5 minutes for transactions, and both can be set for a wallet and for a call")
    func defaults() async throws {
        try await withEmbeddedWallet { wallet in
            #expect(wallet.core.milliseconds(for: SyncRequest.self, timeout: nil) == 30_000)
            for transaction in [
                wallet.core.milliseconds(for: TransactRequest.self, timeout: nil),
                wallet.core.milliseconds(for: ConsumeAllRequest.self, timeout: nil),
                wallet.core.milliseconds(for: MintRequest.self, timeout: nil),
            ] {
                #expect(transaction == 300_000)
            }
            #expect(wallet.core.milliseconds(for: TransactRequest.self, timeout: .seconds(1)) == 1000)
        }
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.timeouts = MidenWallet.Timeouts(request: .seconds(7), transaction: .seconds(8))
        let wallet = try MidenWallet(configuration: configuration)
        #expect(wallet.core.milliseconds(for: SyncRequest.self, timeout: nil) == 7000)
        #expect(wallet.core.milliseconds(for: TransactRequest.self, timeout: nil) == 8000)
        try await wallet.shutdown()
    }

    @Test("A blocking call gives up while the worker is held, and the next one succeeds")
    func blocking() async throws {
        try await withEmbeddedWallet { wallet in
            try await onOwnThread {
                let hold = try WorkerHold(wallet)
                defer { hold.release() }
                let error = #expect(throws: MidenError.self) { try wallet.blockingPing(timeout: .milliseconds(1)) }
                #expect(error?.code == .timedOut)
                // Nobody knows: the worker has not said.
                #expect(error?.kind == .timedOutUnanswered && error?.isRetryable == false)
                hold.release()
                try wallet.blockingPing()
            }
        }
    }

    @Test("An async call gives up, and the next one succeeds")
    func asynchronous() async throws {
        try await withEmbeddedWallet { wallet in
            let hold = try await onOwnThread { try WorkerHold(wallet) }
            defer { hold.release() }
            let late = Task { try await wallet.ping(timeout: .milliseconds(1)) }
            // A task starts when there is a thread for it, and the time runs from then.
            try await wallet.waitForCalls { $0.waiting == 1 }
            // Its time passes while the worker is held, however slow the machine is.
            try await Task.sleep(for: .milliseconds(20))
            hold.release()
            let error = await #expect(throws: MidenError.self) { try await late.value }
            #expect(error?.code == .timedOut)
            try await wallet.ping()
        }
    }

    @Test("A transaction that runs out of time before it is submitted says that nothing was, and nothing was")
    func beforeSubmission() async throws {
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 1000)
            let before = try await WalletSnapshot(of: wallet)

            let error = await #expect(throws: MidenError.self) {
                try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId], timeout: .milliseconds(1))
            }
            #expect(error?.code == .timedOut)
            #expect(error?.kind == .timedOut)
            #expect(error?.isRetryable == true)
            #expect(error?.transactionId == nil)
            #expect(
                error?.localizedDescription
                    == "The time allowed has passed. The operation was cancelled; nothing was submitted."
            )

            #expect(try await WalletSnapshot(of: wallet) == before)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
            #expect(try await wallet.getBalance(accountId: account).balance(for: paid.faucetId) == 1000)
        }
    }

    @Test("A transaction that runs out of time after it was submitted says that it will complete, and it does")
    func afterSubmission() async throws {
        let directory = try TemporaryDirectory()
        let (account, paid) = try await Self.paidWallet(in: directory)
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        // Long enough for the transaction to be submitted within half of it, also on a busy machine.
        let options = MidenWallet.EmbeddedOptions(proofs: .dummy, submissionDelay: .seconds(25))
        configuration.network = .embedded(options)
        let slow = try MidenWallet(configuration: configuration)
        let error = await #expect(throws: MidenError.self) {
            try await slow.consumeNotes(accountId: account, noteIds: [paid.noteId], timeout: .seconds(15))
        }
        #expect(error?.code == .timedOut)
        #expect(error?.kind == .timedOutAfterSubmission)
        #expect(error?.isRetryable == false)
        #expect(
            error?.localizedDescription
                == "The time allowed has passed. The transaction cannot be stopped any more and goes on in the background: "
                + "the wallet's transactions show it once it is submitted, and the log says so if it fails."
        )
        let transaction = try #require(error?.transactionId)
        // Waits for what goes on in the background.
        try await slow.shutdown()

        let again = try MidenWallet(configuration: .embedded(in: directory))
        try await again.sync()
        guard case .committed = try await again.getTransaction(transaction).state else {
            Issue.record("it did not complete")
            return
        }
        #expect(try await again.getBalance(accountId: account).balance(for: paid.faucetId) == 1000)
        try await again.shutdown()
    }

    @Test("A transaction on its way when the wallet is closed is told by its id, and is made once")
    func closedAfterSubmission() async throws {
        let directory = try TemporaryDirectory()
        let (account, paid) = try await Self.paidWallet(in: directory)
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        let stages = Stages()
        configuration.logger = stages.logger
        // Longer than a close waits for it.
        configuration.network = .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy, submissionDelay: .seconds(60)))
        let slow = try MidenWallet(configuration: configuration)
        async let consumed = slow.consumeNotes(accountId: account, noteIds: [paid.noteId])
        await stages.reached("submitting")
        let report = try await slow.shutdown(gracefully: .zero)
        #expect(report.abandoned == 1)
        var error: MidenError?
        do { _ = try await consumed } catch let thrown { error = thrown as? MidenError }
        #expect(error?.code == .invalidHandle)
        #expect(error?.kind == .closedAfterSubmission)
        #expect(error?.isRetryable == false)
        let transaction = try #require(error?.transactionId)

        let again = try MidenWallet(configuration: .embedded(in: directory))
        try await again.sync()
        guard case .committed = try await again.getTransaction(transaction).state else {
            Issue.record("it was not settled")
            return
        }
        #expect(try await again.getBalance(accountId: account).balance(for: paid.faucetId) == 1000)
        try await again.shutdown()
    }

    /// A wallet that is closed again, with an account and a note of 1000 for it.
    private static func paidWallet(in directory: TemporaryDirectory) async throws -> (AccountID, MintedNote) {
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await wallet.createWallet()
        let paid = try await wallet.paidNote(to: account, amount: 1000)
        try await wallet.shutdown()
        return (account, paid)
    }
}
