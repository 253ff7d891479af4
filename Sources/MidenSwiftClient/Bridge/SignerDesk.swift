internal import CMidenSwiftClient
import Foundation

/// Takes what Rust asks to the app's signer, and its answers back.
///
/// Rust's thread only lays an event on the desk. One task, which ``open(handle:)`` starts, takes the events in their order
/// and keeps a task for each question that is open:
///
///     asked ──▶ a task that asks the signer and answers ──▶ ended
///       └───── withdrawn, or the desk closed: that task is cancelled
///
/// A question is never withdrawn before it was asked, and the one task sees both in that order: so it knows every task it
/// has to cancel. What a cancelled task still answers Rust does not know any more, which is nothing to do.
final class SignerDesk: Sendable {
    private enum Event: Sendable {
        case asked(question: UInt64, kind: UInt32, bytes: Data)
        case withdrawn(question: UInt64)
        case ended(question: UInt64)
    }

    private let signer: any MidenSigner
    private let events: AsyncStream<Event>
    private let desk: AsyncStream<Event>.Continuation

    /// Nil where the keys come from elsewhere, and there is nothing to ask.
    init?(_ source: MidenWallet.KeySource) {
        guard case .signer(let signer) = source else {
            return nil
        }
        self.signer = signer
        (events, desk) = AsyncStream.makeStream(of: Event.self)
    }

    /// Begins to answer. What was asked before is not lost.
    ///
    /// - Parameter handle: The wallet that asks.
    func open(handle: UInt64) {
        Task { [signer, events, desk] in
            var open: [UInt64: Task<Void, Never>] = [:]
            for await event in events {
                switch event {
                case .asked(let question, let kind, let bytes):
                    open[question] = Task {
                        let answer = await Self.answer(kind: kind, bytes: bytes, signer: signer)
                        answer.give(to: question, of: handle)
                        desk.yield(.ended(question: question))
                    }
                case .withdrawn(let question):
                    open.removeValue(forKey: question)?.cancel()
                case .ended(let question):
                    open[question] = nil
                }
            }
            for task in open.values {
                task.cancel()
            }
        }
    }

    /// The wallet is closed: nobody waits for an answer, and nothing is asked any more.
    func close() {
        desk.finish()
    }

    /// Takes one event from Rust.
    fileprivate func receive(question: UInt64, kind: UInt32, bytes: Data) {
        if kind == UInt32(WC_QUESTION_WITHDRAWN) {
            desk.yield(.withdrawn(question: question))
        } else {
            desk.yield(.asked(question: question, kind: kind, bytes: bytes))
        }
    }

    private static func answer(kind: UInt32, bytes: Data, signer: any MidenSigner) async -> SignerAnswer {
        guard kind == UInt32(WC_QUESTION_SIGN) else {
            return .failure(code: WC_UNSUPPORTED, message: "This library does not know the question \(kind).")
        }
        do {
            let question = try Wire.decode(SigningQuestion.self, from: bytes)
            return try .signature(await signer.sign(SigningRequest(question)))
        } catch is CancellationError {
            return .failure(code: WC_CANCELLED, message: "The signer was cancelled.")
        } catch {
            let sentence = (error as? any LocalizedError)?.errorDescription
            return .failure(code: WC_ACCOUNT_OPERATION, message: sentence ?? String(describing: error))
        }
    }
}

/// What came of asking the signer, as it crosses.
private struct SignerAnswer: Sendable {
    private let code: Int32
    private let bytes: Data

    static func signature(_ signature: Data) throws(MidenError) -> SignerAnswer {
        SignerAnswer(code: WC_OK, bytes: try Wire.encode(SigningAnswer(signature: signature)))
    }

    static func failure(code: Int32, message: String) -> SignerAnswer {
        // A text can always be written; should it not be, the question still has to end.
        let bytes = (try? Wire.encode(SigningFailure(message: message))) ?? Data(#"{"message":""}"#.utf8)
        return SignerAnswer(code: code, bytes: bytes)
    }

    /// Answers a question of Rust's. One that was withdrawn, or whose wallet is closed, is not known there any more.
    func give(to question: UInt64, of handle: UInt64) {
        _ = bytes.withUnsafeBytes { bytes in
            wc_miden_answer(handle, question, code, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count))
        }
    }
}

/// Called by Rust on the worker's thread, which it must not hold up. The bytes are borrowed for the call.
///
/// A function and not a closure: a closure would take over the isolation of the place where it is written, and end the
/// program when called from a thread of Rust's.
func receiveQuestion(
    context: UnsafeMutableRawPointer?,
    question: UInt64,
    kind: UInt32,
    bytes: UnsafePointer<UInt8>?,
    length: UInt
) {
    guard let context else {
        return
    }
    let copied = bytes.map { Data(bytes: $0, count: Int(length)) } ?? Data()
    Unmanaged<SignerDesk>.fromOpaque(context).takeUnretainedValue()
        .receive(question: question, kind: kind, bytes: copied)
}
