import Foundation
import Testing

@testable import MidenSwiftClient

@Suite("Exactly one completion", .timeLimit(.minutes(2)))
struct CompletionTests {
    @Test("A call is answered by the first completion")
    func once() async {
        let answer = await withAnswerContinuation { continuation in
            awaited(by: .task(continuation)).finish(Answer(refused: -13))
        }
        #expect(answer.code == -13)
    }

    #if os(Linux) || os(macOS)
        @Test("A second completion ends the program: a task")
        func twiceForATask() async {
            await #expect(processExitsWith: .failure) {
                _ = await withAnswerContinuation { continuation in
                    let completion = awaited(by: .task(continuation))
                    completion.finish(Answer(refused: 0))
                    completion.finish(Answer(refused: 0))
                }
            }
        }

        @Test("A second completion ends the program: a thread, and by way of Rust")
        func twiceForAThread() async {
            await #expect(processExitsWith: .failure) {
                let completion = awaited(by: .thread(BlockedThread()))
                let first = completion.handedOver()
                let second = completion.handedOver()
                Completion.takenOver(first).finish(Answer(refused: 0))
                Completion.takenOver(second).finish(Answer(refused: 0))
            }
        }

        @Test("A completion that is let go unfinished is a fault that ends a debug build")
        func dropped() async {
            await #expect(processExitsWith: .failure) {
                _ = awaited(by: .thread(BlockedThread()))
            }
        }
    #endif

    @Test("A blocked thread goes on when it has its answer, or when it is too late")
    func blockedThread() async throws {
        let answered = BlockedThread()
        awaited(by: .thread(answered)).finish(Answer(refused: -2))
        #expect(try await onOwnThread { answered.wait(until: .distantFuture) }?.code == -2)
        let forgotten = BlockedThread()
        #expect(try await onOwnThread { forgotten.wait(until: .now() + .milliseconds(1)) } == nil)
    }
}

private func awaited(by caller: Completion.Caller) -> Completion {
    let completion = Completion(admission: nil)
    completion.isAwaited(by: caller)
    return completion
}
