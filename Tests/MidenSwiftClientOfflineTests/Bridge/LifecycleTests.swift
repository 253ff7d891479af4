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
        while try wallet.statistics.waiting + wallet.statistics.running + wallet.statistics.completed == 0 {
            await Task.yield()
        }
        let report = try await wallet.shutdown(gracefully: .seconds(60))
        #expect(report.cancelled == 0)
        #expect(report.abandoned == 0)
        _ = try await account.value
    }

    @Test("A shutdown that blocks")
    func blocking() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        try await onOwnThread {
            try wallet.ping()
            #expect(try wallet.shutdown().abandoned == 0)
        }
    }

    @Test("A wallet that is let go frees its store for the next one, which finds everything there")
    func letGo() async throws {
        let directory = try TemporaryDirectory()
        let account = try await MidenWallet(configuration: .embedded(in: directory)).createWallet()
        let next = try await reopened(directory)
        #expect(try await next.getAccounts().map(\.id) == [account])
        try await next.shutdown()
    }

    @Test("A store that is open already is refused with a sentence")
    func inUse() async throws {
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(configuration: .embedded(in: directory))
        let error = #expect(throws: MidenError.self) { try MidenWallet(configuration: .embedded(in: directory)) }
        #expect(error?.code == .store)
        #expect(error?.kind == .storeInUse)
        #expect(error?.localizedDescription.hasSuffix("A store can be open only once.") == true)
        try await wallet.ping()
        try await wallet.shutdown()
    }

    /// Opens a store whose last wallet is closing: that does not wait for what still runs.
    private func reopened(_ directory: TemporaryDirectory) async throws -> MidenWallet {
        for _ in 0..<500 {
            do {
                return try MidenWallet(configuration: .embedded(in: directory))
            } catch MidenError.store {
                try await Task.sleep(for: .milliseconds(10))
            } catch {
                throw error  // Swift 6.3 crashes without: see MidenError.
            }
        }
        return try MidenWallet(configuration: .embedded(in: directory))
    }
}
