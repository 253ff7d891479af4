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
            #expect(try wallet.statistics == before)
        }
    }

    @Test("A waiting call is cancelled, and the next one succeeds")
    func waiting() async throws {
        try await withEmbeddedWallet { wallet in
            let hold = try await onOwnThread { try WorkerHold(wallet) }
            defer { hold.release() }
            let task = Task { try await wallet.sync() }
            while try wallet.statistics.waiting == 0 {
                await Task.yield()
            }
            task.cancel()
            hold.release()
            let error = await #expect(throws: MidenError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.localizedDescription == "The operation was cancelled. Nothing was submitted.")
            try await wallet.sync()
        }
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
        try await withEmbeddedWallet { wallet in
            let account = try await wallet.createWallet()
            let paid = try await wallet.paidNote(to: account, amount: 1000)
            let before = try await WalletSnapshot(of: wallet)
            let task = Task { try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId]) }
            task.cancel()
            let error = await #expect(throws: MidenError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.transactionId == nil)
            #expect(try await WalletSnapshot(of: wallet) == before)
            _ = try await wallet.consumeNotes(accountId: account, noteIds: [paid.noteId])
        }
    }
}
