internal import CMidenSwiftClient
import Foundation

extension Core {
    /// The door for async callers.
    ///
    /// Runs off the caller's actor, so that a message is never written or read on the main actor. Rust's thread only
    /// resumes the task; the reply is read after that, on the task's own executor.
    @concurrent
    func perform<Message: Request>(
        _ request: Message,
        timeout: Duration?
    ) async throws(MidenError) -> Message.Reply {
        let payload = try request.payload()
        let answer = await submit(
            operation: Message.operation,
            payload: payload,
            milliseconds: milliseconds(for: Message.self, timeout: timeout)
        )
        if Message.mayBringEvents {
            bell.ring()
        }
        return try answer.reply(to: Message.self)
    }

    /// On the executor of `perform`: to look for it anew would cost as much as a look at the clock.
    private nonisolated(nonsending) func submit(
        operation: UInt32,
        payload: Data,
        milliseconds: UInt64
    ) async -> Answer {
        let looksOut = lookOut.begins()
        let completion = Completion(admission: admission, looksOut: looksOut)
        let submission = Submission(operation: operation, payload: payload, completion: completion)
        return await withTaskCancellationHandler {
            guard !looksOut else {
                handOver(submission, milliseconds: milliseconds)
                let answer = completion.answer(within: LookOut.window)
                lookOut.ends(found: answer != nil)
                if let answer {
                    return answer
                }
                return await withAnswerContinuation { completion.isAwaited(by: .task($0)) }
            }
            return await withAnswerContinuation { continuation in
                completion.isAwaited(by: .task(continuation))
                handOver(submission, milliseconds: milliseconds)
            }
        } onCancel: {
            defer { callChanges.report() }
            if let request = completion.cancellation.cancel() {
                _ = wc_miden_cancel(handle, request)
            } else {
                admission?.cancel(completion.id)
            }
        }
    }

    /// Hands a request to Rust, now or when there is a place, unless its task was cancelled before. Its completion is called
    /// in any case.
    private func handOver(_ submission: Submission, milliseconds: UInt64) {
        defer { callChanges.report() }
        let completion = submission.completion
        guard !completion.cancellation.isCancelled else {
            countCancelledBeforehand()
            return completion.finish(Answer(refused: WC_CANCELLED))
        }
        if let admission {
            return admission.admit(submission, milliseconds: milliseconds)
        }
        let code = submission.hand(to: handle, milliseconds: milliseconds)
        if code != WC_OK {
            completion.finish(Answer(refused: code))
        }
    }
}
