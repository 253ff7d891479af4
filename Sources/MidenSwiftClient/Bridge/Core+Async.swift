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
        return try answer.reply(to: Message.self)
    }

    private func submit(operation: UInt32, payload: Data, milliseconds: UInt64) async -> Answer {
        let cancellation = CancellationHandOff(handle: handle)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !cancellation.isCancelled else {
                    continuation.resume(returning: Answer(refused: WC_CANCELLED))
                    return
                }
                let context = Unmanaged.passRetained(Completion(continuation))
                var request: UInt64 = 0
                let code = payload.withUnsafeBytes { bytes in
                    wc_miden_submit(
                        handle,
                        operation,
                        bytes.bindMemory(to: UInt8.self).baseAddress,
                        UInt(bytes.count),
                        milliseconds,
                        complete,
                        context.toOpaque(),
                        &request
                    )
                }
                // Accepted: the callback owns the context and may have run already. Refused: it will never run.
                if code == WC_OK {
                    cancellation.accepted(request: request)
                } else {
                    context.release()
                    continuation.resume(returning: Answer(refused: code))
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}

/// The context of a submitted request: retained when it is submitted, released by the one callback.
private final class Completion: Sendable {
    let continuation: CheckedContinuation<Answer, Never>

    init(_ continuation: CheckedContinuation<Answer, Never>) {
        self.continuation = continuation
    }
}

/// Called by Rust exactly once for each accepted request, on the worker's thread, which it must not hold up.
///
/// A function and not a closure: a closure would take over the isolation of the place where it is written, and end the
/// program when called from a thread of Rust's.
private func complete(
    context: UnsafeMutableRawPointer?,
    code: Int32,
    bytes: UnsafeMutablePointer<UInt8>?,
    length: UInt
) {
    let answer = Answer(code: code, adopting: bytes, length: length)
    guard let context else {
        return
    }
    Unmanaged<Completion>.fromOpaque(context).takeRetainedValue().continuation.resume(returning: answer)
}
