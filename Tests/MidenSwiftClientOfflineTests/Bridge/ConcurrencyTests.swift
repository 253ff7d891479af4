import MidenSwiftClient
import Testing

@Suite("Many callers at once", .timeLimit(.minutes(2)))
struct ConcurrencyTests {
    @Test("Every call is answered, from tasks and from threads")
    func manyCallers() async throws {
        try await withEmbeddedWallet { wallet in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for caller in 0..<64 {
                    group.addTask {
                        for _ in 0..<50 {
                            if caller.isMultiple(of: 16) {
                                try await onOwnThread { try wallet.blockingPing() }
                            } else {
                                try await wallet.ping()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let statistics = try wallet.statistics
            #expect(statistics.completed >= 3200)
            #expect(statistics.waiting == 0)
            #expect(statistics.rejected == 0)
        }
    }

    @Test("A call from the main actor is answered there")
    @MainActor
    func mainActor() async throws {
        try await withEmbeddedWallet { wallet in
            try await wallet.ping()
            MainActor.assertIsolated()
        }
    }
}
