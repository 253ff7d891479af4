import Atomics
import CMidenSwiftClient
import Testing

@testable import MidenSwiftClient

@Suite("A full queue", .timeLimit(.minutes(2)))
struct QueueFullTests {
    private final class Count: Sendable {
        let answered = ManagedAtomic(0)
        let answers: AsyncStream<Void>
        private let answer: AsyncStream<Void>.Continuation

        init() {
            (answers, answer) = AsyncStream.makeStream()
        }

        func add() {
            answered.wrappingIncrement(ordering: .relaxed)
            answer.yield()
        }
    }

    private static let refusal = MidenError(
        code: .queueFull,
        kind: "queue_full",
        message: "The wallet has 256 requests waiting already. Try again when some are done.",
        isRetryable: true
    )

    @Test("256 requests wait; the 257th is refused at once, async and blocking, and all that waited are answered")
    func exactly256() async throws {
        try await withEmbeddedWallet { wallet in
            let hold = try await onOwnThread { try WorkerHold(wallet) }
            defer { hold.release() }
            let count = Count()
            for _ in 0..<256 {
                try submitPing(to: wallet, context: count) { context, _, bytes, length in
                    wc_bytes_free(bytes, length)
                    guard let context else {
                        return
                    }
                    takenOver(context, as: Count.self).add()
                }
            }
            #expect(try wallet.statistics.waiting == 256)

            let error = await #expect(throws: MidenError.self) { try await wallet.ping() }
            #expect(error == Self.refusal)
            let blocking = try await onOwnThread { #expect(throws: MidenError.self) { try wallet.blockingPing() } }
            #expect(blocking?.code == Self.refusal.code)
            #expect(blocking?.localizedDescription.isEmpty == false)
            #expect(try wallet.statistics.rejected == 2)
            #expect(count.answered.load(ordering: .relaxed) == 0)

            hold.release()
            var answers = count.answers.makeAsyncIterator()
            for _ in 0..<256 {
                await answers.next()
            }
            try await wallet.ping()
            #expect(count.answered.load(ordering: .relaxed) == 256)
        }
    }
}
