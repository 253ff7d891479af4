internal import CMidenSwiftClient
import Foundation

/// A request to be handed to Rust, with everybody it concerns.
struct Submission: Identifiable, Sendable {
    let operation: UInt32
    let payload: Data
    /// Who is told how it ended, and how it is cancelled.
    let completion: Completion

    var id: ObjectIdentifier { completion.id }

    /// Hands the request to Rust. Does not wait.
    ///
    /// - Parameters:
    ///   - handle: The wallet.
    ///   - milliseconds: How long the request may take; 0 means without end.
    /// - Returns: `WC_OK` where the request was accepted: its completion is then called by Rust, once, and may have been
    ///   called already. Otherwise it is for the caller to call.
    func hand(to handle: UInt64, milliseconds: UInt64) -> Int32 {
        let context = completion.handedOver()
        var request: UInt64 = 0
        let code = payload.withUnsafeBytes { bytes in
            wc_miden_submit(
                handle,
                operation,
                bytes.bindMemory(to: UInt8.self).baseAddress,
                UInt(bytes.count),
                milliseconds,
                complete,
                context,
                &request
            )
        }
        if code != WC_OK {
            // Rust will never call.
            _ = Completion.takenOver(context)
        } else if completion.cancellation.accepted(request: request) {
            _ = wc_miden_cancel(handle, request)
        }
        return code
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
    Completion.finish(context, answer)
}
