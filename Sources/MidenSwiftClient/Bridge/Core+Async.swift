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

    private func submit(operation: UInt32, payload: Data, milliseconds: UInt64) async -> Answer {
        let completion = Completion(admission: admission)
        return await withTaskCancellationHandler {
            await withAnswerContinuation { continuation in
                guard !completion.cancellation.isCancelled else {
                    countCancelledBeforehand()
                    continuation.resume(returning: Answer(refused: WC_CANCELLED))
                    return
                }
                completion.isAwaited(by: .task(continuation))
                let submission = Submission(operation: operation, payload: payload, completion: completion)
                if let admission {
                    admission.admit(submission, milliseconds: milliseconds)
                    return
                }
                let code = submission.hand(to: handle, milliseconds: milliseconds)
                if code != WC_OK {
                    completion.finish(Answer(refused: code))
                }
            }
        } onCancel: {
            if let request = completion.cancellation.cancel() {
                _ = wc_miden_cancel(handle, request)
            } else {
                admission?.cancel(completion.id)
            }
        }
    }
}
