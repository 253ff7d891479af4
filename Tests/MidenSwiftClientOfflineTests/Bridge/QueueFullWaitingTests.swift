import Atomics
import CMidenSwiftClient
import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("A full queue, where calls wait for a place in it", .timeLimit(.minutes(3)))
struct QueueFullWaitingTests {
    /// A wallet whose calls wait, with its worker held. The callers' tasks are this test's own.
    private func withHeldWallet(_ body: (MidenWallet, WorkerHold) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.whenQueueIsFull = .wait
        configuration.timeouts.request = .seconds(3600)
        let wallet = try MidenWallet(configuration: configuration)
        let hold = try await onOwnThread { try WorkerHold(wallet) }
        defer { hold.release() }
        try await body(wallet, hold)
        hold.release()
        try await wallet.shutdown()
    }

    /// Makes this many calls, and returns when each of them has a place or awaits one.
    private func submit(
        _ calls: Int,
        to wallet: MidenWallet,
        timeout: Duration? = nil
    ) async throws -> [Task<Void, any Error>] {
        let before = try wallet.statistics
        let tasks = (0..<calls).map { _ in Task { try await wallet.ping(timeout: timeout) } }
        try await wallet.waitForCalls {
            $0.waiting + $0.awaitingPlace == before.waiting + before.awaitingPlace + calls
        }
        return tasks
    }

    private final class Calls: Sendable {
        let answered = ManagedAtomic(0)
    }

    @Test("256 are in the queue, 300 more wait, async and blocking, and all succeed")
    func allSucceed() async throws {
        try await withHeldWallet { wallet, hold in
            let first = try await submit(256, to: wallet)
            let more = try await submit(250, to: wallet)
            #expect(try wallet.statistics.waiting == 256)
            let blocking = (0..<50).map { _ in Task { try await onOwnThread { try wallet.blockingPing() } } }
            try await wallet.waitForCalls { $0.awaitingPlace == 300 }
            #expect(try wallet.statistics.waiting == 256)
            // The one that holds the worker.
            #expect(try wallet.statistics.completed == 1)
            hold.release()
            for task in first + more + blocking {
                try await task.value
            }
            let statistics = try wallet.statistics
            #expect(statistics.awaitingPlace == 0)
            #expect(statistics.completed == 557)
            #expect(statistics.rejected == 0)
        }
    }

    @Test("They are served in the order they came, blocking and async alike")
    func fair() async throws {
        try await withHeldWallet { wallet, hold in
            let first = try await submit(256, to: wallet)
            let admission = try #require(wallet.core.admission)
            // Past the tasks, whose own order is nobody's promise.
            let waiting = (0..<50).map { _ in
                let thread = BlockedThread()
                let completion = Completion(admission: admission)
                completion.isAwaited(by: .thread(thread))
                let ping = Submission(operation: UInt32(WC_OPERATION_PING), payload: Data(), completion: completion)
                admission.admit(ping, milliseconds: 0)
                return (thread, completion)
            }
            #expect(try wallet.statistics.awaitingPlace == 50)
            hold.release()
            for (thread, _) in waiting {
                #expect(try await onOwnThread { thread.wait(until: .distantFuture) }?.code == WC_OK)
            }
            // Rust counts its requests up as it takes them.
            let numbers = waiting.compactMap { $0.1.cancellation.cancel() }
            #expect(numbers.count == 50)
            #expect(numbers == numbers.sorted())
            for task in first {
                try await task.value
            }
        }
    }

    @Test("The ends of requests that are none of theirs make place for those who wait")
    func endsOfOthers() async throws {
        try await withHeldWallet { wallet, hold in
            // Blocking calls fill the queue. One more awaits a place, which shows that the queue is full.
            let others = (0..<257).map { _ in Task { try await onOwnThread { try wallet.blockingPing() } } }
            try await wallet.waitForCalls { $0.awaitingPlace == 1 }
            #expect(try wallet.statistics.waiting == 256)
            let mine = try await submit(20, to: wallet)
            #expect(try wallet.statistics.awaitingPlace == 21)
            hold.release()
            for task in mine + others {
                try await task.value
            }
        }
    }

    @Test("One that is cancelled leaves at once, though the worker is held, and the others go on waiting")
    func cancellation() async throws {
        try await withHeldWallet { wallet, hold in
            let first = try await submit(256, to: wallet)
            let more = try await submit(20, to: wallet)
            for task in more.prefix(10) {
                task.cancel()
            }
            for task in more.prefix(10) {
                let error = await #expect(throws: MidenError.self) { try await task.value }
                #expect(error?.code == .cancelled)
                #expect(error?.localizedDescription == "The operation was cancelled. Nothing was submitted.")
            }
            let statistics = try wallet.statistics
            #expect(statistics.awaitingPlace == 10)
            #expect(statistics.waiting == 256)
            #expect(statistics.cancelled == 10)
            hold.release()
            for task in first + more.dropFirst(10) {
                try await task.value
            }
            #expect(try wallet.statistics.completed == 267)
        }
    }

    @Test("The wait counts against the timeout, async and blocking; nothing was started")
    func deadline() async throws {
        try await withHeldWallet { wallet, hold in
            let first = try await submit(256, to: wallet)
            let patient = try await submit(5, to: wallet)
            for call in [
                Task { try await wallet.ping(timeout: .milliseconds(20)) },
                Task { try await onOwnThread { try wallet.blockingPing(timeout: .milliseconds(20)) } },
            ] {
                let error = await #expect(throws: MidenError.self) { try await call.value }
                #expect(error?.code == .timedOut)
                #expect(error?.kind == .timedOut)
                #expect(error?.isRetryable == true)
                #expect(
                    error?.localizedDescription
                        == "The time allowed has passed. The operation was cancelled; nothing was submitted."
                )
            }
            let statistics = try wallet.statistics
            #expect(statistics.timedOut == 2)
            #expect(statistics.awaitingPlace == 5)
            // The one that holds the worker.
            #expect(statistics.completed == 1)
            hold.release()
            for task in first + patient {
                try await task.value
            }
        }
    }

    @Test("A request that is cancelled in the queue makes place for one that waits")
    func placeOfACancelledOne() async throws {
        try await withHeldWallet { wallet, hold in
            let first = try await submit(256, to: wallet)
            let waiting = try await submit(1, to: wallet)
            first.first?.cancel()
            try await wallet.waitForCalls { $0.waiting == 255 }
            // The next call finds the place, and the one that came first gets it.
            let late = try await submit(1, to: wallet)
            try await wallet.waitForCalls { $0.waiting == 256 && $0.awaitingPlace == 1 }
            hold.release()
            for task in waiting + late + first.dropFirst() {
                try await task.value
            }
        }
    }

    @Test("A place whose end is passed by, right after a refusal, is taken when the moment is over")
    func endPassedBy() async throws {
        try await withHeldWallet { wallet, hold in
            let first = try await submit(256, to: wallet)
            let waiting = try await submit(1, to: wallet)
            let admission = try #require(wallet.core.admission)
            // There is no place: the first of these is refused, and the moment begins.
            admission.requestEnded()
            first.first?.cancel()
            try await wallet.waitForCalls { $0.waiting == 255 || $0.awaitingPlace == 0 }
            admission.requestEnded()
            try await wallet.waitForCalls { $0.waiting == 256 && $0.awaitingPlace == 0 }
            hold.release()
            for task in waiting + first.dropFirst() {
                try await task.value
            }
        }
    }

    @Test("A shutdown ends the wait for all, async and blocking, before its grace is over")
    func shutdown() async throws {
        try await withHeldWallet { wallet, hold in
            let first = try await submit(256, to: wallet)
            let more = try await submit(30, to: wallet)
            let blocking = (0..<3).map { _ in Task { try await onOwnThread { try wallet.blockingPing() } } }
            try await wallet.waitForCalls { $0.awaitingPlace == 33 }
            let ending = Task { try await wallet.shutdown(gracefully: .seconds(3600)) }
            // The worker is held: nothing of what was let in can end.
            for task in more + blocking {
                let error = await #expect(throws: MidenError.self) { try await task.value }
                #expect(error?.code == .invalidHandle)
                #expect(error?.localizedDescription == "The wallet has been shut down.")
            }
            hold.release()
            for task in first {
                try await task.value
            }
            #expect(try await ending.value == ShutdownReport(finished: 256, cancelled: 33, abandoned: 0))
            let error = await #expect(throws: MidenError.self) { try await wallet.ping() }
            #expect(error?.code == .invalidHandle)
        }
    }

    /// A wallet to be called from a callback, and what came of it.
    private final class OnTheWorker: Sendable {
        let wallet: MidenWallet
        let codes: AsyncStream<MidenError.Code?>.Continuation

        init(_ wallet: MidenWallet, _ codes: AsyncStream<MidenError.Code?>.Continuation) {
            self.wallet = wallet
            self.codes = codes
        }

        func call() {
            let bodies: [() throws -> Void] = [
                { try self.wallet.blockingPing() },
                { _ = try self.wallet.core.shutdown(grace: .seconds(30)) },
            ]
            for body in bodies {
                do {
                    try body()
                    codes.yield(nil)
                } catch {
                    codes.yield((error as? MidenError)?.code)
                }
            }
            codes.finish()
        }
    }

    @Test("On the worker's own thread nothing waits, and a shutdown that is refused there sends nobody away")
    func onTheWorker() async throws {
        try await withHeldWallet { wallet, hold in
            let (codes, continuation) = AsyncStream<MidenError.Code?>.makeStream()
            let caller = OnTheWorker(wallet, continuation)
            try submitPing(to: wallet, context: caller) { context, _, bytes, length in
                wc_bytes_free(bytes, length)
                guard let context else {
                    return
                }
                takenOver(context, as: OnTheWorker.self).call()
            }
            let first = try await submit(255, to: wallet)
            let more = try await submit(100, to: wallet)
            hold.release()
            #expect(await codes.reduce(into: []) { $0.append($1) } == [.wouldDeadlock, .wouldDeadlock])
            for task in first + more {
                try await task.value
            }
        }
    }

    @Test("Under more callers than places, with cancellations and deadlines, every call ends once")
    func stress() async throws {
        let directory = try TemporaryDirectory()
        var configuration = MidenWallet.Configuration.embedded(in: directory)
        configuration.whenQueueIsFull = .wait
        configuration.timeouts.request = .seconds(3600)
        let wallet = try MidenWallet(configuration: configuration)
        let ended = Calls()
        await withTaskGroup(of: Void.self) { group in
            for caller in 0..<600 {
                group.addTask {
                    for round in 0..<10 {
                        let call = Task {
                            try await wallet.ping(timeout: round % 3 == 1 ? .milliseconds(2) : nil)
                        }
                        if (caller + round) % 5 == 0 {
                            await Task.yield()
                            call.cancel()
                        }
                        do {
                            try await call.value
                        } catch MidenError.cancelled, MidenError.timedOut {
                        } catch {
                            Issue.record(error)
                        }
                        ended.answered.wrappingIncrement(ordering: .relaxed)
                    }
                }
            }
        }
        let statistics = try wallet.statistics
        #expect(ended.answered.load(ordering: .relaxed) == 6000)
        #expect(statistics.completed + statistics.cancelled + statistics.timedOut == 6000)
        #expect(statistics.awaitingPlace + statistics.waiting + statistics.running == 0)
        #expect(statistics.failed + statistics.rejected == 0)
        try await wallet.shutdown()
    }
}
