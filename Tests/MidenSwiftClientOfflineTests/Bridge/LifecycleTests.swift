import Logging
import MidenSwiftClient
import Testing

@Suite("The end of a wallet", .timeLimit(.minutes(2)))
struct LifecycleTests {
    @Test("After a shutdown every call fails with a sentence, and whoever asks again gets the same report")
    func afterShutdown() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let report = try await wallet.shutdown()
        #expect(report == ShutdownReport(finished: 0, cancelled: 0, abandoned: 0))
        #expect(try await wallet.shutdown() == report)
        let error = await #expect(throws: MidenError.self) { try await wallet.ping() }
        #expect(error?.code == .invalidHandle)
        #expect(error?.localizedDescription == "The wallet has been shut down.")
        let blocking = try await onOwnThread { #expect(throws: MidenError.self) { try wallet.getAccounts() } }
        #expect(blocking?.code == .invalidHandle)
        #expect(throws: MidenError.self) { try wallet.statistics }
    }

    @Test("A graceful shutdown lets what was asked for finish")
    func graceful() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = Task { try await wallet.createWallet() }
        try await wallet.waitForCalls { $0.waiting + $0.running + $0.completed == 1 }
        let report = try await wallet.shutdown(gracefully: .seconds(3600))
        #expect(report.cancelled == 0)
        #expect(report.abandoned == 0)
        _ = try await account.value
    }

    @Test("Of two shutdowns at once, none returns before the store is free, and both get the same report")
    func twice() async throws {
        for _ in 0..<10 {
            let directory = try TemporaryDirectory()
            let wallet = try await MidenWallet.open(configuration: .embedded(in: directory))
            try await wallet.ping()
            try await withThrowingTaskGroup(of: ShutdownReport.self) { group in
                for _ in 0..<2 {
                    group.addTask { try await wallet.shutdown() }
                }
                let first = try await group.next()
                var configuration = MidenWallet.Configuration.embedded(in: directory)
                configuration.timeouts.open = .zero
                try await MidenWallet.open(configuration: configuration).shutdown()
                #expect(try await group.next() == first)
            }
        }
    }

    @Test("A wallet that is let go frees its store for the next one, which finds everything there")
    func letGo() async throws {
        let directory = try TemporaryDirectory()
        let account = try await MidenWallet(configuration: .embedded(in: directory)).createWallet()
        let next = try MidenWallet(configuration: .embedded(in: directory))
        #expect(try await next.getAccounts().map(\.id) == [account])
        try await next.shutdown()
    }

    @Test("A shutdown waits for a transaction past its submission, whose caller gets its result")
    func pastSubmission() async throws {
        let directory = try TemporaryDirectory()
        let first = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await first.createWallet()
        let paid = try await first.paidNote(to: account, amount: 1000)
        try await first.shutdown()

        let stages = Stages()
        var configuration = MidenWallet.Configuration.embedded(in: directory, logger: stages.logger)
        configuration.network = .embedded(
            MidenWallet.EmbeddedOptions(proofs: .dummy, submissionDelay: .seconds(5))
        )
        let wallet = try MidenWallet(configuration: configuration)
        let consumed = Task { try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId]) }
        await stages.reached("submitting")
        #expect(
            try await wallet.shutdown(gracefully: .zero)
                == ShutdownReport(finished: 0, cancelled: 0, abandoned: 1)
        )
        let transaction = try await consumed.value

        let next = try MidenWallet(configuration: .embedded(in: directory))
        try await next.sync()
        guard case .committed = try await next.getTransaction(transaction).state else {
            Issue.record("it was not recorded")
            return
        }
        #expect(try await next.getBalance(accountId: account).balance(for: paid.faucetId) == 1000)
        try await next.shutdown()
    }

    @Test("Many wallets of one process live and end side by side, and none answers for another")
    func manyWallets() async throws {
        try await withThrowingTaskGroup(of: AccountID.self) { group in
            for number: UInt64 in 1...12 {
                group.addTask {
                    let directory = try TemporaryDirectory()
                    let wallet = try MidenWallet(configuration: .embedded(in: directory))
                    let account = try await wallet.createWallet()
                    let paid = try await wallet.paidNote(to: account, amount: Amount(number))
                    _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
                    for _ in 0..<number {
                        try await wallet.ping()
                    }
                    #expect(try await wallet.getAccounts().map(\.id) == [account])
                    let balance = try await wallet.getBalance(accountId: account)
                    #expect(balance.balance(for: paid.faucetId) == number)
                    #expect(try wallet.statistics.completed == 6 + Int(number))
                    try await wallet.shutdown()
                    // The others go on.
                    let error = await #expect(throws: MidenError.self) { try await wallet.ping() }
                    #expect(error?.code == .invalidHandle)
                    return account
                }
            }
            let accounts = try await group.reduce(into: Set<AccountID>()) { $0.insert($1) }
            #expect(accounts.count == 12)
        }
    }

    @Test("A store that is open already is refused with a sentence, after the time for opening")
    func inUse() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        for timeout in [Duration.zero, .milliseconds(50)] {
            var configuration = MidenWallet.Configuration.embedded(in: directory)
            configuration.timeouts.open = timeout
            let error = #expect(throws: MidenError.self) { try MidenWallet(configuration: configuration) }
            #expect(error?.code == .store)
            #expect(error?.kind == .storeInUse)
            #expect(error?.localizedDescription.hasSuffix("A store can be open only once.") == true)
        }
        try await wallet.ping()
        try await wallet.shutdown()
    }

    @Test("Opening a store that is open waits until it is free")
    func waitsForTheStore() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let account = try await wallet.createWallet()
        let stages = Stages()
        let next = Task { try await MidenWallet.open(configuration: .waiting(in: directory, logger: stages.logger)) }
        await stages.reached("waiting_for_store")
        try await wallet.shutdown()
        #expect(try await next.value.getAccounts().map(\.id) == [account])
        try await next.value.shutdown()
    }

    @Test("A cancelled task does not wait for a store")
    func cancelledWhileWaiting() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let stages = Stages()
        let next = Task { try await MidenWallet.open(configuration: .waiting(in: directory, logger: stages.logger)) }
        await stages.reached("waiting_for_store")
        next.cancel()
        let error = await #expect(throws: MidenError.self) { try await next.value }
        #expect(error?.code == .cancelled)
        try await wallet.shutdown()
    }
}

extension MidenWallet.Configuration {
    /// One that waits for its store longer than a test may take.
    fileprivate static func waiting(in directory: TemporaryDirectory, logger: Logger) -> Self {
        var configuration = MidenWallet.Configuration.embedded(in: directory, logger: logger)
        configuration.timeouts.open = .seconds(3600)
        return configuration
    }
}
