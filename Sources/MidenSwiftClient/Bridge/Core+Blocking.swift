internal import CMidenSwiftClient
import Dispatch
import Foundation

extension Core {
    /// The door for callers that have a thread to hold: blocks until the answer is there.
    @available(*, noasync)
    func perform<Message: Request>(_ request: Message, timeout: Duration?) throws(MidenError) -> Message.Reply {
        let payload = try request.payload()
        let milliseconds = milliseconds(for: Message.self, timeout: timeout)
        let answer = call(operation: Message.operation, payload: payload, milliseconds: milliseconds)
        if Message.mayBringEvents {
            bell.ring()
        }
        return try answer.reply(to: Message.self)
    }

    private func call(operation: UInt32, payload: Data, milliseconds: UInt64) -> Answer {
        guard let admission else {
            return callNow(operation: operation, payload: payload, milliseconds: milliseconds)
        }
        if !admission.isAnybodyWaiting || Self.isOnWorkerThread {
            let answer = callNow(operation: operation, payload: payload, milliseconds: milliseconds)
            guard answer.code == WC_QUEUE_FULL else {
                admission.requestEnded()
                return answer
            }
            admission.countRefusal()
        }
        return wait(admission, operation: operation, payload: payload, milliseconds: milliseconds)
    }

    private func callNow(operation: UInt32, payload: Data, milliseconds: UInt64) -> Answer {
        var reply: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        let code = payload.withUnsafeBytes { bytes in
            wc_miden_call(
                handle,
                operation,
                bytes.bindMemory(to: UInt8.self).baseAddress,
                UInt(bytes.count),
                milliseconds,
                &reply,
                &length
            )
        }
        return Answer(code: code, adopting: reply, length: length)
    }

    /// Stands in the line with everybody else. As with `wc_miden_call`, a worker that is held up by a callback makes the
    /// wait half a second longer than its time, and no more.
    private func wait(_ admission: Admission, operation: UInt32, payload: Data, milliseconds: UInt64) -> Answer {
        let thread = BlockedThread()
        let completion = Completion(admission: admission)
        completion.isAwaited(by: .thread(thread))
        let submission = Submission(operation: operation, payload: payload, completion: completion)
        let patience = DispatchTime.now() + .milliseconds(Int(clamping: milliseconds) + 500)
        admission.admit(submission, milliseconds: milliseconds)
        if let answer = thread.wait(until: milliseconds == 0 ? .distantFuture : patience) {
            return answer
        }
        guard let request = completion.cancellation.cancel() else {
            admission.cancel(submission.id)
            return Answer(refused: WC_TIMED_OUT)
        }
        _ = wc_miden_cancel(handle, request)
        return .unanswered
    }

    /// Whether this is the thread of a wallet's worker, where a blocking call fails at once, one to no wallet too.
    static var isOnWorkerThread: Bool {
        var reply: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        let code = wc_miden_call(0, UInt32(WC_OPERATION_PING), nil, 0, 0, &reply, &length)
        wc_bytes_free(reply, length)
        return code == WC_WOULD_DEADLOCK
    }
}
