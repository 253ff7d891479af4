import Atomics
import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("No call holds a thread all tasks share", .timeLimit(.minutes(5)))
struct HeartbeatTests {
    private let cores = ProcessInfo.processInfo.activeProcessorCount

    /// More than there are threads in the pool.
    private var many: Int { 2 * cores + 2 }

    /// Tasks that only the shared pool can run. With all of its threads held this never returns.
    private func beat(_ times: Int) async {
        for _ in 0..<times {
            await Task.detached {}.value
        }
    }

    @Test("Calls in the middle of a sync with a node that never answers")
    func syncing() async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.network = .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy, syncDelay: .seconds(3600)))
        let wallet = try MidenWallet(configuration: configuration)
        let calls = (0..<many).map { _ in Task { try await wallet.sync(timeout: .seconds(7200)) } }
        try await wallet.waitForCalls { $0.running + $0.waiting == many }
        await beat(100)
        #expect(try wallet.statistics.running + wallet.statistics.waiting == many)
        for call in calls {
            call.cancel()
        }
        for call in calls {
            let error = await #expect(throws: MidenError.self) { try await call.value }
            #expect(error?.code == .cancelled)
        }
        try await wallet.shutdown()
    }

    @Test("Wallets that are opened under a passphrase, while another one has their store open")
    func opening() async throws {
        let directory = try TemporaryDirectory()
        let stages = Stages()
        var configuration = MidenWallet.Configuration.embedded(in: directory, logger: stages.logger)
        configuration.keys = .passphrase("hunter2")
        configuration.timeouts.open = .seconds(3600)
        let wallet = try await MidenWallet.open(configuration: configuration)
        let opened = ManagedAtomic(0)
        let openings = (0..<many).map { [configuration] _ in
            Task {
                let next = try await MidenWallet.open(configuration: configuration)
                opened.wrappingIncrement(ordering: .relaxed)
                try await next.shutdown()
            }
        }
        // If each opening held a thread, no more than there are threads would come this far.
        for _ in openings {
            await stages.reached("waiting_for_store")
        }
        await beat(100)
        #expect(opened.load(ordering: .relaxed) == 0)
        try await wallet.shutdown()
        for opening in openings {
            try await opening.value
        }
        #expect(opened.load(ordering: .relaxed) == many)
    }

    @Test("Transactions whose node takes its time")
    func transacting() async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        let payer = try MidenWallet(configuration: configuration)
        var paid: [(account: AccountID, note: NoteID)] = []
        for _ in 0..<many {
            let account = try await payer.createWallet()
            paid.append((account, try await payer.mint(to: account, amount: 1).noteId))
        }
        try await payer.sync()
        try await payer.shutdown()

        configuration.network = .embedded(
            MidenWallet.EmbeddedOptions(proofs: .dummy, submissionDelay: .seconds(3600))
        )
        configuration.timeouts.transaction = .seconds(7200)
        let stages = Stages()
        configuration.logger = stages.logger
        let wallet = try MidenWallet(configuration: configuration)
        let calls = paid.map { paid in
            Task { try await wallet.consumeNotes(accountId: paid.account, noteIds: [paid.note]) }
        }
        for _ in calls {
            await stages.reached("submitting")
        }
        await beat(100)
        #expect(try wallet.statistics.running == many)
        let report = try await wallet.shutdown(gracefully: .zero)
        #expect(report.cancelled + report.abandoned == many)
        for call in calls {
            await #expect(throws: MidenError.self) { try await call.value }
        }
    }

    @Test("Shutdowns that wait for what runs")
    func shuttingDown() async throws {
        let directory = try TemporaryDirectory()
        var endings: [Task<ShutdownReport, any Error>] = []
        var holds: [WorkerHold] = []
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        var beginnings = begun.makeAsyncIterator()
        defer { holds.forEach { $0.release() } }
        for number in 0..<many {
            let configuration = MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                dataDirectory: "\(directory.path)/\(number)"
            )
            let wallet = try MidenWallet(configuration: configuration)
            holds.append(try await onOwnThread { try WorkerHold(wallet) })
            endings.append(
                Task {
                    begin.yield()
                    return try await wallet.shutdown(gracefully: .seconds(3600))
                }
            )
        }
        // If each shutdown held a thread, no more than there are threads would begin.
        for _ in endings {
            await beginnings.next()
        }
        await beat(100)
        for hold in holds {
            hold.release()
        }
        for ending in endings {
            #expect(try await ending.value.abandoned == 0)
        }
    }

    @Test("Calls that await a place in a full queue, on a worker that is held")
    func awaitingPlaces() async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.whenQueueIsFull = .wait
        configuration.timeouts.request = .seconds(3600)
        let wallet = try MidenWallet(configuration: configuration)
        let hold = try await onOwnThread { try WorkerHold(wallet) }
        defer { hold.release() }
        let calls = (0..<(256 + many)).map { _ in Task { try await wallet.ping() } }
        try await wallet.waitForCalls { $0.awaitingPlace == many }
        await beat(100)
        // The one that holds the worker.
        #expect(try wallet.statistics.completed == 1)
        hold.release()
        for call in calls {
            try await call.value
        }
        try await wallet.shutdown()
    }
}
