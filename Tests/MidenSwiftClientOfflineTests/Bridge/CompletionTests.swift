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

    @Test("Who looks out finds an answer that is there, and waits for one that is not")
    func lookedOutFor() async {
        let early = Completion(admission: nil, looksOut: true)
        early.finish(Answer(refused: -13))
        #expect(early.answer(within: 0)?.code == -13)

        let late = Completion(admission: nil, looksOut: true)
        #expect(late.answer(within: 1000) == nil)
        let waited = await withAnswerContinuation { continuation in
            late.isAwaited(by: .task(continuation))
            late.finish(Answer(refused: -14))
        }
        #expect(waited.code == -14)

        let between = Completion(admission: nil, looksOut: true)
        #expect(between.answer(within: 1000) == nil)
        between.finish(Answer(refused: -15))
        let found = await withAnswerContinuation { between.isAwaited(by: .task($0)) }
        #expect(found.code == -15)
    }

    @Test("An answer that comes while its caller stops looking out is not lost")
    func answeredMeanwhile() async {
        for round in 0..<1000 {
            let completion = Completion(admission: nil, looksOut: true)
            let context = completion.handedOver()
            Thread.detachNewThread { [bits = UInt(bitPattern: context)] in
                guard let context = UnsafeMutableRawPointer(bitPattern: bits) else { return }
                Completion.finish(context, Answer(refused: Int32(round)))
            }
            let early = completion.answer(within: UInt64(round % 50) * 1000)
            let answer: Answer
            if let early {
                answer = early
            } else {
                answer = await withAnswerContinuation { completion.isAwaited(by: .task($0)) }
            }
            #expect(answer.code == Int32(round))
        }
    }

    #if os(Linux) || os(macOS)
        @Test("A second completion ends the program: a task that looks out")
        func twiceForOneThatLooksOut() async {
            let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let completion = Completion(admission: nil, looksOut: true)
                completion.finish(Answer(refused: 0))
                completion.finish(Answer(refused: 0))
            }
            #expect(said(by: ended).contains("A request was completed twice."))
        }

        @Test("A second completion ends the program: a task")
        func twiceForATask() async {
            let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await withAnswerContinuation { continuation in
                    let completion = awaited(by: .task(continuation))
                    completion.finish(Answer(refused: 0))
                    completion.finish(Answer(refused: 0))
                }
            }
            #expect(said(by: ended).contains("A request was completed twice."))
        }

        @Test("A second completion ends the program: a thread, and by way of Rust")
        func twiceForAThread() async {
            let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let completion = awaited(by: .thread(BlockedThread()))
                let first = completion.handedOver()
                let second = completion.handedOver()
                Completion.takenOver(first).finish(Answer(refused: 0))
                Completion.takenOver(second).finish(Answer(refused: 0))
            }
            #expect(said(by: ended).contains("A request was completed twice."))
        }

        @Test("A completion that is let go unfinished is a fault that ends a debug build")
        func dropped() async {
            let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = awaited(by: .thread(BlockedThread()))
            }
            #expect(said(by: ended).contains("A request was dropped without its caller being told."))
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

#if os(Linux) || os(macOS)
    /// What a program said when it ended.
    private func said(by ended: ExitTest.Result?) -> String {
        String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    }
#endif
