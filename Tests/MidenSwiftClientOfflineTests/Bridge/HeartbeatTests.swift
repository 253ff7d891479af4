import Foundation
import MidenSwiftClient
import MidenTestSupport
import Testing

@Suite("No call holds a thread all tasks share", .timeLimit(.minutes(3)))
struct HeartbeatTests {
    /// More of each than there are threads in the pool.
    private let many = 2 * ProcessInfo.processInfo.activeProcessorCount + 2

    private func wallets(_ count: Int, on node: SilentNode, in directory: TemporaryDirectory) throws -> [MidenWallet] {
        try (0..<count).map { number in
            try MidenWallet(
                configuration: MidenWallet.Configuration(
                    network: .custom(rpcEndpoint: node.address),
                    dataDirectory: "\(directory.path)/\(number)",
                    timeouts: MidenWallet.Timeouts(request: .seconds(120))
                )
            )
        }
    }

    /// Tasks that only the shared pool can run. With all of its threads held this never returns.
    private func beat(_ times: Int) async {
        for _ in 0..<times {
            await Task.detached { await Task.yield() }.value
        }
    }

    @Test("Calls in the middle of a sync with a node that never answers, and shutdowns that wait for them")
    func beating() async throws {
        let node = try SilentNode()
        let directory = try TemporaryDirectory()
        let wallets = try wallets(many, on: node, in: directory)
        let syncs = wallets.flatMap { wallet in (0..<many).map { _ in Task { try await wallet.sync() } } }
        while try wallets.contains(where: { try $0.statistics.waiting + $0.statistics.running < many }) {
            await beat(1)
        }
        await beat(1000)
        #expect(try wallets.allSatisfy { try $0.statistics.waiting + $0.statistics.running == many })

        let endings = wallets.map { wallet in Task { try await wallet.shutdown(gracefully: .seconds(120)) } }
        // A wallet that takes no more calls is being shut down.
        for wallet in wallets {
            while (try? await wallet.ping()) != nil {
                await beat(1)
            }
        }
        await beat(1000)
        #expect(try wallets.allSatisfy { try $0.statistics.running + $0.statistics.waiting == many })

        for sync in syncs {
            sync.cancel()
        }
        for sync in syncs {
            let error = await #expect(throws: MidenError.self) { try await sync.value }
            #expect(error?.code == .cancelled)
        }
        for ending in endings {
            let report = try await ending.value
            #expect(report.abandoned == 0)
        }
    }

    @Test("Calls that await a place in a full queue, on a worker that is held")
    func awaitingPlaces() async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.whenQueueIsFull = .wait
        let wallet = try MidenWallet(configuration: configuration)
        let hold = try await onOwnThread { try WorkerHold(wallet) }
        defer { hold.release() }
        let calls = (0..<(256 + many)).map { _ in Task { try await wallet.ping() } }
        while try wallet.statistics.awaitingPlace < many {
            await beat(1)
        }
        await beat(1000)
        // The one that holds the worker.
        #expect(try wallet.statistics.completed == 1)
        hold.release()
        for call in calls {
            try await call.value
        }
        try await wallet.shutdown()
    }
}
