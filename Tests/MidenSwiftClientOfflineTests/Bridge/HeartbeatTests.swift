import Atomics
import Foundation
import MidenSilentNode
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
            await Task.detached { await Task.yield() }.value
        }
    }

    @Test("Calls in the middle of a sync with a node that never answers")
    func syncing() async throws {
        let node = try SilentNode()
        let directory = try TemporaryDirectory()
        let wallet = try MidenWallet(
            configuration: MidenWallet.Configuration(
                network: .custom(rpcEndpoint: node.address),
                dataDirectory: directory.path
            )
        )
        let calls = (0..<many).map { _ in
            Task {
                // The wait for the node has an end of its own.
                while true {
                    do {
                        try await wallet.sync(timeout: .seconds(3600))
                    } catch MidenError.nodeUnreachable {
                        continue
                    }
                }
            }
        }
        while try wallet.statistics.running + wallet.statistics.waiting < many {
            await beat(1)
        }
        for _ in 0..<100 {
            await beat(1)
            #expect(try wallet.statistics.running + wallet.statistics.waiting > cores)
        }
        for call in calls {
            call.cancel()
        }
        for call in calls {
            let error = await #expect(throws: MidenError.self) { try await call.value }
            #expect(error?.code == .cancelled)
        }
        try await wallet.shutdown()
    }

    @Test("Wallets that are opened under a passphrase, which takes its time")
    func opening() async throws {
        let directory = try TemporaryDirectory()
        let opened = ManagedAtomic(0)
        let openings = (0..<many).map { number in
            Task {
                var configuration = MidenWallet.Configuration(
                    network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                    dataDirectory: "\(directory.path)/\(number)"
                )
                configuration.keys = .passphrase("hunter2")
                let wallet = try await MidenWallet.open(configuration: configuration)
                opened.wrappingIncrement(ordering: .relaxed)
                return wallet
            }
        }
        await beat(1)
        // Were the threads held, this would have come after all of them, but for those that still hold a thread.
        #expect(opened.load(ordering: .relaxed) < many - cores)
        for opening in openings {
            try await opening.value.shutdown()
        }
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
        configuration.timeouts.transaction = .seconds(3600)
        let wallet = try MidenWallet(configuration: configuration)
        let calls = paid.map { paid in
            Task { try await wallet.consumeNotes(accountId: paid.account, noteIds: [paid.note]) }
        }
        while try wallet.statistics.running < many {
            await beat(1)
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
        defer { holds.forEach { $0.release() } }
        for number in 0..<many {
            let configuration = MidenWallet.Configuration(
                network: .embedded(MidenWallet.EmbeddedOptions(proofs: .dummy)),
                dataDirectory: "\(directory.path)/\(number)"
            )
            let wallet = try MidenWallet(configuration: configuration)
            holds.append(try await onOwnThread { try WorkerHold(wallet) })
            endings.append(Task { try await wallet.shutdown(gracefully: .seconds(3600)) })
            // One that takes no more calls is being shut down.
            while let statistics = try? wallet.statistics, statistics.rejected == 0 {
                let call = Task { try await wallet.ping() }
                await beat(1)
                call.cancel()
            }
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
        while try wallet.statistics.awaitingPlace < many {
            await beat(1)
        }
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
